/// Writes an image in the graphics protocol of kitty, at the cursor's place.
///
/// Source: kitty's document "Terminal graphics protocol": raw RGBA (`f=32`), payload in Base64 in pieces of at most 4096
/// bytes, quiet (`q=2`) so that no answer has to be read, and with the cursor left where it is (`C=1`).
public enum KittyImageEncoder {
  /// The bytes of a payload's piece.
  private static let pieceLength = 4096

  /// The sequences that send an image and show it in a number of cells.
  ///
  /// - Parameters:
  ///   - image: the pixels.
  ///   - identifier: names the image, so that it can be replaced and deleted; 0 for none.
  ///   - size: the cells; the terminal scales the image to them.
  /// - Returns: the bytes.
  public static func encode(_ image: PixelImage, identifier: UInt32 = 0, size: Size) -> [UInt8] {
    var payload: [UInt8] = []
    Base64.append(image.bytes, to: &payload)
    var output: [UInt8] = []
    output.reserveCapacity(payload.count + payload.count / pieceLength * 16 + 64)
    var start = 0
    repeat {
      let end = min(start + pieceLength, payload.count)
      let more = end < payload.count ? 1 : 0
      var keys = "m=\(more)"
      if start == 0 {
        let name = identifier > 0 ? ",i=\(identifier)" : ""
        keys = "a=T,f=32,s=\(image.width),v=\(image.height),c=\(size.width),r=\(size.height),C=1,q=2\(name),m=\(more)"
      }
      output += "\u{1B}_G\(keys);".utf8
      output += payload[start..<end]
      output += "\u{1B}\\".utf8
      start = end
    } while start < payload.count
    return output
  }

  /// The sequence that removes an image from the screen and from the terminal's memory.
  public static func delete(identifier: UInt32) -> [UInt8] { Array("\u{1B}_Ga=d,d=I,i=\(identifier),q=2\u{1B}\\".utf8) }
}
