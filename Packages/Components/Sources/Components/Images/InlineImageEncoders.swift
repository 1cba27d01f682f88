/// An encoder that displays an image at the cursor with kitty's graphics protocol.
///
/// Source: kitty's "Terminal graphics protocol". The format is raw RGBA (`f=32`) in Base64 chunks of at most 4096
/// bytes. Replies are disabled (`q=2`), and the cursor stays in place (`C=1`).
package enum KittyImageEncoder {
  /// The maximum length of a Base64 chunk, in bytes.
  private static let pieceLength = 4096

  /// Returns the sequences that transmit an image and display it scaled to a size in cells.
  ///
  /// With an identifier other than 0, the image can be replaced and deleted.
  package static func encode(_ image: PixelImage, identifier: UInt32 = 0, size: Size) -> [UInt8] {
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

  /// Returns the sequence that removes an image from the screen and from the terminal's memory.
  package static func delete(identifier: UInt32) -> [UInt8] {
    Array("\u{1B}_Ga=d,d=I,i=\(identifier),q=2\u{1B}\\".utf8)
  }
}

/// An encoder for inline images at the cursor (iTerm2's "Inline Images Protocol", OSC 1337 `File`).
package enum ITermImageEncoder {
  /// Returns the sequence that displays an image file at a size in cells.
  package static func encode(file: [UInt8], size: Size) -> [UInt8] {
    var output = Array(
      "\u{1B}]1337;File=inline=1;size=\(file.count);width=\(size.width);height=\(size.height);preserveAspectRatio=0:"
        .utf8
    )
    Base64.append(file, to: &output)
    output.append(0x07)
    return output
  }
}

/// Base64 with padding (RFC 4648 § 4).
package enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  package static func append(_ bytes: some RandomAccessCollection<UInt8>, to output: inout [UInt8]) {
    output.reserveCapacity(output.count + (bytes.count + 2) / 3 * 4)
    var index = bytes.startIndex
    var left = bytes.count
    while left > 0 {
      let count = min(left, 3)
      var group: UInt32 = 0
      for position in 0..<3 {
        group <<= 8
        if position < count {
          group |= UInt32(bytes[index])
          index = bytes.index(after: index)
        }
      }
      for position in 0..<4 {
        let isPadding = position > count
        output.append(isPadding ? UInt8(ascii: "=") : alphabet[Int(group >> UInt32(18 - 6 * position) & 63)])
      }
      left -= count
    }
  }
}
