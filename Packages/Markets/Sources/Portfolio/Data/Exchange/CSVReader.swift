import Foundation

/// Reads comma-separated values as RFC 4180 defines them, with line breaks of either kind and an optional byte order
/// mark.
struct CSVReader {
  /// The fields of a row, with the number of the line in which it begins.
  struct Row {
    let line: Int
    var fields: [String]
  }

  private let bytes: ArraySlice<UInt8>
  private var line = 1
  private var position: Int

  private init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  /// All rows that are not blank.
  ///
  /// - Parameter data: The file.
  /// - Returns: The rows.
  /// - Throws: ``ImportError``.
  static func rows(in data: Data) throws(ImportError) -> [Row] {
    guard data.count <= LedgerLimits.importSize else { throw .tooLarge(limit: LedgerLimits.importSize) }
    guard String(validating: data, as: UTF8.self) != nil else { throw .notText }
    let bytes = Array(data)
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    var reader = CSVReader(bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...])
    var rows: [Row] = []
    while reader.position < bytes.endIndex {
      let row = try reader.row()
      if row.fields != [""] { rows.append(row) }
    }
    return rows
  }

  private mutating func row() throws(ImportError) -> Row {
    var row = Row(line: line, fields: [])
    while true {
      row.fields.append(try field())
      guard position < bytes.endIndex else { return row }
      let byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: ",") { continue }
      if byte == 0x0D, position < bytes.endIndex, bytes[position] == 0x0A { position += 1 }
      line += 1
      return row
    }
  }

  /// A field; the position is then at a comma, a line break or the end.
  private mutating func field() throws(ImportError) -> String {
    guard position < bytes.endIndex, bytes[position] == UInt8(ascii: "\"") else {
      let start = position
      while position < bytes.endIndex, !isEnd(bytes[position]) {
        if bytes[position] == UInt8(ascii: "\"") { throw .quoting(line: line) }
        position += 1
      }
      return String(decoding: bytes[start..<position], as: UTF8.self)
    }
    let first = line
    var text: [UInt8] = []
    position += 1
    while position < bytes.endIndex {
      let byte = bytes[position]
      position += 1
      if byte == 0x0A { line += 1 }
      guard byte == UInt8(ascii: "\"") else {
        text.append(byte)
        continue
      }
      if position < bytes.endIndex, bytes[position] == UInt8(ascii: "\"") {
        text.append(byte)
        position += 1
        continue
      }
      guard position == bytes.endIndex || isEnd(bytes[position]) else { throw .quoting(line: first) }
      return String(decoding: text, as: UTF8.self)
    }
    throw .quoting(line: first)
  }

  private func isEnd(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == 0x0A || byte == 0x0D
  }
}
