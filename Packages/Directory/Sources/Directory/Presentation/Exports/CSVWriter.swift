import Foundation

/// Writes comma-separated values (RFC 4180): a line of the service's keys, then a line an employee; what is not there is empty.
///
/// Spreadsheets run a cell that begins with `=`, `+`, `-` or `@` as a formula, and formulas can read files and send them away. Such a
/// value gets an apostrophe before it (OWASP, "CSV Injection"), also behind blanks and invisible characters, and with the full-width
/// forms of the signs. A sign with nothing but digits after it, such as `+15556661234`, stays: it is a number, never a formula. A value
/// that looks as if it had such an apostrophe already gets one more, so that removing one restores every value.
enum CSVWriter {
  private static let signs: Set<Unicode.Scalar> = ["=", "+", "-", "@", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}"]

  /// A value that no spreadsheet takes for a formula.
  static func guarded(_ value: String) -> String {
    isFormula(value.unicodeScalars.drop { $0 == "'" }) ? "'" + value : value
  }

  private static func isFormula(_ text: Substring.UnicodeScalarView) -> Bool {
    guard let first = text.first else { return false }
    if ["\t", "\r", "\n"].contains(first) { return true }
    let visible = text.drop {
      $0.properties.isWhitespace || [.control, .format].contains($0.properties.generalCategory)
    }
    guard let sign = visible.first, signs.contains(sign) else { return false }
    let rest = visible.dropFirst()
    let isNumber = ["+", "-"].contains(sign) && !rest.isEmpty && rest.allSatisfy { ("0"..."9").contains($0) }
    return !isNumber
  }

  static func data(of employees: [Employee]) -> Data {
    var bytes: [UInt8] = []
    append(EmployeeRecord.Key.allCases.map(\.rawValue), to: &bytes)
    for employee in employees {
      let record = EmployeeRecord(employee)
      append(EmployeeRecord.Key.allCases.map { guarded(record[$0] ?? "") }, to: &bytes)
    }
    return Data(bytes)
  }

  private static func append(_ fields: [String], to bytes: inout [UInt8]) {
    for (index, field) in fields.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      append(field, to: &bytes)
    }
    bytes.append(contentsOf: [0x0D, 0x0A])
  }

  private static func append(_ field: String, to bytes: inout [UInt8]) {
    let needsQuotes = field.utf8.contains { byte in
      byte == UInt8(ascii: "\"") || byte == UInt8(ascii: ",") || byte == 0x0D || byte == 0x0A
    }
    guard needsQuotes else {
      bytes.append(contentsOf: field.utf8)
      return
    }
    bytes.append(UInt8(ascii: "\""))
    for byte in field.utf8 {
      if byte == UInt8(ascii: "\"") { bytes.append(byte) }
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
