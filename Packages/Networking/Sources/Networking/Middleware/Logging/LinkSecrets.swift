/// Finds the query items of links in any text, such as a `Location` field or an error, whose names say that they are secrets.
enum LinkSecrets {
  /// Replaces the values of secret items.
  static func masked(_ text: String, by mask: SecretMask) -> String {
    let bytes = Array(text.utf8)
    guard bytes.contains(where: isStart) else { return text }
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      result.append(bytes[index])
      index += 1
      guard isStart(bytes[index - 1]), let equals = bytes[index...].firstIndex(where: isEndOfName),
        bytes[equals] == UInt8(ascii: "="), mask.isSecret(String(decoding: bytes[index..<equals], as: UTF8.self))
      else { continue }
      result.append(contentsOf: bytes[index...equals])
      result.append(contentsOf: "***".utf8)
      index = bytes[equals...].firstIndex(where: isEndOfValue) ?? bytes.count
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func isStart(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "?") || byte == UInt8(ascii: "&") }

  private static func isEndOfName(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "=") || isEndOfValue(byte) }

  /// What ends an item, or can be in no URL (RFC 3986, section 2).
  private static func isEndOfValue(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == 0x7F || "&#\"'<>\\^`{|}".utf8.contains(byte)
  }
}
