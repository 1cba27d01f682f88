import Basics
public import Foundation

/// A limit that a figure must meet.
public enum Claim: Sendable {
  case atMost(Double)
  case atLeast(Double)

  func isMet(by value: Double) -> Bool {
    switch self {
    case .atMost(let limit): value <= limit
    case .atLeast(let limit): value >= limit
    }
  }

  func text(in unit: FigureUnit) -> String {
    switch self {
    case .atMost(let limit): "≤ \(unit.text(limit))"
    case .atLeast(let limit): "≥ \(unit.text(limit))"
    }
  }
}

/// A figure's unit, with its suffix.
public enum FigureUnit: String, Sendable {
  case nanoseconds = " ns"
  case microseconds = " µs"
  case milliseconds = " ms"
  case bytes = " bytes"
  case megabytes = " MB"
  case mebibytes = " MiB"
  case megabytesPerSecond = " MB/s"
  case perSecond = "/s"
  /// A ratio to another figure.
  case times = " ×"
  case number = ""

  /// Returns a human-readable figure, with three significant digits or all digits before the decimal point.
  public func text(_ value: Double) -> String {
    let style = FloatingPointFormatStyle<Double>.number.grouping(.never).locale(Locale(identifier: "en_US_POSIX"))
    let digits =
      abs(value) >= 100 ? style.precision(.fractionLength(0)) : style.precision(.significantDigits(1...3))
    return value.formatted(digits) + rawValue
  }
}

/// A table of results with four columns: name, figure, limit, and whether the figure meets the limit.
public final class ResultTable: Sendable {
  /// The environment variable with the path of a file.
  ///
  /// Rows are appended to this file instead of being printed. `Scripts/benchmark` prints the file at the end.
  private static let fileVariable = "BENCHMARK_RESULTS"

  /// The cells in each row: name, figure, limit, verdict and note, or only a title for a heading.
  private let rows: Locked<[[String]]>

  /// Creates a table with a heading: the subject and the method of measurement.
  public init(_ title: String) { rows = Locked([[title]]) }

  /// Starts a new section.
  public func heading(_ title: String) { append([title]) }

  /// Adds a figure in the given unit, with a limit if there is a claim.
  public func add(_ name: String, _ value: Double, _ unit: FigureUnit, _ claim: Claim? = nil, note: String = "") {
    guard let claim else { return append([name, unit.text(value), "", "", note]) }
    append([name, unit.text(value), claim.text(in: unit), claim.isMet(by: value) ? "met" : "missed", note])
  }

  /// Adds text in place of a figure.
  public func tell(_ name: String, _ value: String, note: String = "") { append([name, value, "", "", note]) }

  /// Adds the reason why a measurement is missing.
  public func skip(_ name: String, because reason: String) { append([name, "skipped", "", "", reason]) }

  /// Prints the table, or appends it to the file that the environment variable specifies.
  public func show() throws {
    let rows = rows.withLock { $0 }
    guard let path = ProcessInfo.processInfo.environment[Self.fileVariable] else { return Self.print(rows) }
    let lines = rows.map { $0.joined(separator: "\t") + "\n" }
    let known = FileManager.default.contents(atPath: path) ?? Data()
    try (known + Data(lines.joined().utf8)).write(to: URL(filePath: path))
  }

  /// Prints the tables that benchmarks have appended to a file.
  public static func show(resultsAt file: URL) throws {
    let text = try String(contentsOf: file, encoding: .utf8)
    print(
      text.split(separator: "\n").map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
    )
  }

  private func append(_ cells: [String]) {
    // A tab or a line break would end a cell or a row in the file.
    let cells = cells.map { $0.map { $0.isNewline || $0 == "\t" ? " " : String($0) }.joined() }
    rows.withLock { $0.append(cells) }
  }

  private static func print(_ rows: [[String]]) {
    let head = ["", "measured", "asked", "", ""]
    let figures = rows.filter { $0.count > 1 } + [head]
    let widths = (0..<4).map { column in figures.map { $0[column].count }.max() ?? 0 }
    func line(_ cells: [String]) -> String {
      let padded = zip(cells, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) } + [cells[4]]
      var line = "  " + padded.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line
    }
    Swift.print(line(head))
    for row in rows { Swift.print(row.count == 1 ? row[0] : line(row)) }
  }
}
