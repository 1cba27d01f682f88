public import Foundation

/// Where photos come from.
public protocol PhotoRepository: Sendable {
  /// The file of a photo; asked for once and then kept, since the photo at an address never changes.
  ///
  /// - Parameters:
  ///   - address: Where it is.
  ///   - urgency: Whether somebody waits for it.
  /// - Returns: The bytes, whatever they are.
  /// - Throws: Why there is none, also when the task was cancelled.
  func photo(at address: PhotoAddress, urgency: PhotoUrgency) async throws(PhotoError) -> Data
}

/// Whether somebody waits for a photo.
public enum PhotoUrgency: Sendable, Hashable {
  /// It makes a list prettier; everything else goes first.
  case decoration
  /// It is what somebody asked to see.
  case content
}

/// Why there is no photo.
public enum PhotoError: Error, Sendable {
  /// The address is none that can be asked.
  case unusableAddress(String)
  /// The request failed: the network layer's error, unchanged.
  case service(any Error)
}
