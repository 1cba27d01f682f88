/// Results in columns: what, how much, what was asked for, and whether that is met.
struct ResultTable {
  private var rows: [[String]] = [["", "measured", "asked", "", ""]]

  mutating func add(_ name: String, _ value: String, asked: String, isMet: Bool, note: String = "") {
    rows.append([name, value, asked, isMet ? "met" : "missed", note])
  }

  /// Adds what nothing was asked for.
  mutating func tell(_ name: String, _ value: String) {
    rows.append([name, value, "", "", ""])
  }

  mutating func skip(_ name: String, because reason: String) {
    rows.append([name, "skipped", "", "", reason])
  }

  func show() {
    let widths = (0..<4).map { column in rows.map { $0[column].count }.max() ?? 0 }
    for row in rows {
      let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) } + [row[4]]
      var line = cells.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      print("  \(line)")
    }
  }
}
