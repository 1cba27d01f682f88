import Foundation

/// Turns the bytes of a line into a record.
enum LineReader {
  /// The record of a line; `nil` for a blank one.
  ///
  /// - Parameters:
  ///   - line: The bytes of the line, without its line break.
  ///   - table: Where names and notes go.
  /// - Returns: The record.
  /// - Throws: `LineFault` when the line is no entry.
  static func record(
    _ line: UnsafeBufferPointer<UInt8>,
    _ table: inout LedgerTable
  ) throws(LineFault) -> LedgerRecord? {
    guard line.count <= LedgerLimits.lineLength else {
      throw .damaged("it is longer than \(LedgerLimits.lineLength) bytes")
    }
    try LineFormat.check(line)
    if let record = LineScanner.record(line, &table.names) { return record }
    let isBlank = line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
    return isBlank ? nil : try LooseLine.record(line, &table)
  }
}
