/// Comma-separated values (RFC 4180).
public enum CSV {
  private static let formulaSigns: Set<Unicode.Scalar> = [
    "=", "+", "-", "@", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
  ]

  /// Returns the fields as a line that ends with CRLF.
  public static func row(_ fields: some Sequence<String>) -> String {
    fields.map(field).joined(separator: ",") + "\r\n"
  }

  /// Returns a field, quoted if RFC 4180 requires it (section 2, rules 5 to 7).
  ///
  /// A field with leading or trailing spaces is also quoted, because many programs would otherwise remove the
  /// spaces.
  public static func field(_ text: String) -> String {
    let isSpecial = text.utf8.contains { byte in
      byte == UInt8(ascii: "\"") || byte == UInt8(ascii: ",") || byte == 0x0D || byte == 0x0A
    }
    guard isSpecial || text.utf8.first == 0x20 || text.utf8.last == 0x20 else { return text }
    var bytes: [UInt8] = [UInt8(ascii: "\"")]
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\"") { bytes.append(byte) }
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "\""))
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns a value that spreadsheets don't evaluate as a formula.
  ///
  /// Spreadsheets evaluate a cell that begins with `=`, `+`, `-` or `@`, and a formula can read files and send them
  /// elsewhere. Such a value gets a leading apostrophe (OWASP, "CSV Injection"), even if the sign is full-width or
  /// follows blanks or invisible characters.
  ///
  /// A sign followed only by digits, such as `+15556661234`, is a number and stays unchanged. A formula that already
  /// has leading apostrophes gets another one, so removing one apostrophe always restores the original value.
  public static func guardingFormula(_ value: String) -> String {
    isFormula(value.unicodeScalars.drop { $0 == "'" }) ? "'" + value : value
  }

  private static func isFormula(_ text: Substring.UnicodeScalarView) -> Bool {
    guard let first = text.first else { return false }
    if ["\t", "\r", "\n"].contains(first) { return true }
    let visible = text.drop {
      $0.properties.isWhitespace || [.control, .format].contains($0.properties.generalCategory)
    }
    guard let sign = visible.first, formulaSigns.contains(sign) else { return false }
    let rest = visible.dropFirst()
    let isNumber = ["+", "-"].contains(sign) && !rest.isEmpty && rest.allSatisfy { ("0"..."9").contains($0) }
    return !isNumber
  }
}
