public import Components
public import Foundation

/// Turns the file of a photo into pixels; the program brings the decoder.
public protocol PhotoDecoding: Sendable {
  /// Decodes a file of any format that it knows by its content.
  ///
  /// Called beside the main actor. Files come from outside, so that limits belong into it.
  ///
  /// - Parameters:
  ///   - file: The bytes, whatever they are.
  ///   - side: The most pixels that either side should have; larger pictures are scaled down.
  /// - Returns: The pixels.
  /// - Throws: Why it is no picture, in the decoder's words.
  func image(from file: Data, fitting side: Int) throws -> PixelImage
}
