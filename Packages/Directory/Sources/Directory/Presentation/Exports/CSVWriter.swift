import Foundation

/// Writes comma-separated values (RFC 4180): a line of the service's keys, then a line an employee; what is not there is empty.
///
/// Values are written as they are. A spreadsheet may take one that begins with `=`, `+`, `-` or `@` for a formula, which this file can't
/// prevent without changing it: import the columns as text.
enum CSVWriter {
  static func data(of employees: [Employee]) -> Data {
    var bytes: [UInt8] = []
    append(EmployeeRecord.Key.allCases.map(\.rawValue), to: &bytes)
    for employee in employees {
      let record = EmployeeRecord(employee)
      append(EmployeeRecord.Key.allCases.map { record[$0] ?? "" }, to: &bytes)
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
