/// Bytes as text (RFC 4648 § 4), with padding.
package enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Appends the text of bytes.
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
