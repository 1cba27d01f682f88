/// Percent-decoding (RFC 3986, section 2.1).
enum PercentCoding {
  /// The decoded text; a percent sign without two digits stays as it is.
  static func decode(_ bytes: ArraySlice<UInt8>, plusIsSpace: Bool = false) -> String {
    guard bytes.contains(where: { $0 == 0x25 || (plusIsSpace && $0 == 0x2B) }) else {
      return String(decoding: bytes, as: UTF8.self)
    }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      if byte == 0x25, index + 2 < bytes.endIndex,
        let high = FieldSyntax.hexDigit(bytes[index + 1]),
        let low = FieldSyntax.hexDigit(bytes[index + 2])
      {
        result.append(high << 4 | low)
        index += 3
      } else {
        result.append(plusIsSpace && byte == 0x2B ? 0x20 : byte)
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
