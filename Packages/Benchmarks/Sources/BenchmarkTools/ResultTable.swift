public import Foundation
import Synchronization

/// Results in columns: what, how much, what was asked for, and whether that is met.
///
/// All benchmarks report this way, so that the results of several of them make one table.
public final class ResultTable: Sendable {
  /// Where rows go instead of being shown, so that whoever runs several benchmarks can show them all at once.
  private static let fileVariable = "BENCHMARK_RESULTS"

  private struct Row {
    /// Name, figure, what was asked, verdict, note; a title alone is a heading.
    var cells: [String]

    var isHeading: Bool { cells.count == 1 }
  }

  private let rows: Mutex<[Row]>

  /// Makes a table with a heading: what is measured, and how.
  public init(_ title: String) { rows = Mutex([Row(cells: [title])]) }

  private init(rows: [Row]) { self.rows = Mutex(rows) }

  /// Begins another part.
  public func heading(_ title: String) { append([title]) }

  /// Adds a figure.
  ///
  /// - Parameters:
  ///   - name: What was measured.
  ///   - value: The figure, in the unit.
  ///   - unit: Its unit.
  ///   - claim: What was asked for; `nil` where nothing was.
  ///   - note: What else there is to say.
  public func add(_ name: String, _ value: Double, _ unit: FigureUnit, _ claim: Claim? = nil, note: String = "") {
    guard let claim else { return append([name, unit.text(value), "", "", note]) }
    append([name, unit.text(value), claim.text(in: unit), Self.verdict(claim.isMet(by: value)), note])
  }

  /// Adds a figure with its text and verdict.
  public func add(_ name: String, _ value: String, asked: String, isMet: Bool, note: String = "") {
    append([name, value, asked, Self.verdict(isMet), note])
  }

  /// Adds what nothing was asked for.
  public func tell(_ name: String, _ value: String, note: String = "") { append([name, value, "", "", note]) }

  /// Says what could not be measured.
  public func skip(_ name: String, because reason: String) { append([name, "skipped", "", "", reason]) }

  /// Prints the table, or adds it to the file that the environment names.
  ///
  /// - Throws: Why the file can't be written.
  public func show() throws {
    let rows = rows.withLock { $0 }
    guard let path = ProcessInfo.processInfo.environment[Self.fileVariable] else { return Self.print(rows) }
    let lines = rows.map { $0.cells.joined(separator: "\t") + "\n" }
    let known = FileManager.default.contents(atPath: path) ?? Data()
    try (known + Data(lines.joined().utf8)).write(to: URL(filePath: path))
  }

  /// Prints what benchmarks have added to a file.
  ///
  /// - Throws: Why it can't be read.
  public static func show(resultsAt file: URL) throws {
    let text = try String(contentsOf: file, encoding: .utf8)
    print(
      text.split(separator: "\n").map { line in
        Row(cells: line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init))
      }
    )
  }

  private func append(_ cells: [String]) {
    // Neither of them may end a cell or a row of the file.
    let cells = cells.map { $0.map { $0.isNewline || $0 == "\t" ? " " : String($0) }.joined() }
    rows.withLock { $0.append(Row(cells: cells)) }
  }

  private static func verdict(_ isMet: Bool) -> String { isMet ? "met" : "missed" }

  private static func print(_ rows: [Row]) {
    let figures = rows.filter { !$0.isHeading } + [Row(cells: ["", "measured", "asked", "", ""])]
    let widths = (0..<4).map { column in figures.map { $0.cells[column].count }.max() ?? 0 }
    func line(_ cells: [String]) -> String {
      let padded = zip(cells, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) } + [cells[4]]
      var line = "  " + padded.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line
    }
    Swift.print(line(["", "measured", "asked", "", ""]))
    for row in rows { Swift.print(row.isHeading ? row.cells[0] : line(row.cells)) }
  }
}
