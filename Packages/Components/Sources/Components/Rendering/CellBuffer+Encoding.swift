extension CellBuffer {
  /// The rows as text with the control sequences for colours, attributes and links, every row ended by a line feed.
  ///
  /// For printing inline: the cursor is not moved, and every row starts and ends in the terminal's own colours. What is
  /// in the cells has been reduced to what the output can show already. Cells at the end of a row that show nothing are
  /// left out.
  public func encoded() -> String {
    var encoder = CellEncoder(bytes: OutputBytes(capacity: cells.count * 4))
    for row in 0..<size.height {
      for cell in cells[contentRange(ofRow: row)] { encoder.append(cell, of: self) }
      encoder.reset()
      encoder.bytes.append(CollectionOfOne(UInt8(ascii: "\n")))
    }
    return encoder.bytes.withBytes { String(decoding: $0, as: UTF8.self) }
  }
}
