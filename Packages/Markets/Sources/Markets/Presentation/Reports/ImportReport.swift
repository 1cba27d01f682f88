public import Components
public import Foundation
public import Portfolio

/// A printable report on an import or a dry run.
public struct ImportReport: Sendable, Encodable {
  /// The maximum number of a dry run's entries in text; the JSON document contains all of them.
  private static let shownEntries = 20

  private let file: LedgerImportFile
  private let summary: LedgerImportSummary
  private let planned: [LedgerEntry]?
  private let mapping: String?
  private let timeZone: TimeZone

  /// Creates a report on an import, or on a dry run of an import that would add the `planned` entries.
  ///
  /// `mapping` is the name of the saved mapping that the file was read with, if any.
  public init(
    _ file: LedgerImportFile,
    _ summary: LedgerImportSummary,
    planned: [LedgerEntry]? = nil,
    mapping: String? = nil,
    timeZone: TimeZone = .current
  ) {
    self.file = file
    self.summary = summary
    self.planned = planned
    self.mapping = mapping
    self.timeZone = timeZone
  }

  /// Returns sentences for a terminal, and one line with numbers for a pipe.
  ///
  /// For a dry run, the sentences follow the first entries. The line contains the numbers of added, skipped and differing
  /// entries, of recognized rows without an ID, and of ignored lines.
  public func text(for mode: OutputMode) -> String {
    guard mode.layout != .records else {
      let numbers = [
        summary.added, summary.skipped, summary.differing.count, summary.recognized, file.ignored.count,
      ]
      return numbers.map(String.init).joined(separator: "\t") + "\n"
    }
    var sentences = [
      planned == nil ? "Added \(entries(summary.added))." : "Would add \(entries(summary.added))."
    ]
    if summary.skipped > 0 { sentences.append(ImportText.known(summary)) }
    if planned != nil { sentences.append("Nothing was changed.") }
    return table(for: mode) + sentences.joined(separator: " ") + "\n"
  }

  private func entries(_ count: Int) -> String { count == 1 ? "1 entry" : "\(count) entries" }

  private func table(for mode: OutputMode) -> String {
    guard let planned, !planned.isEmpty else { return "" }
    let words = ActivityText(theme: mode.theme)
    let dates = ChartDates.moment(timeZone: timeZone)
    let rows = planned.prefix(Self.shownEntries).map { entry in
      [
        StyledText(dates.string(of: entry.time)), words.text(entry.action),
        StyledText((entry.note ?? "").sanitized(.singleLine), mode.theme.typography.caption),
      ]
    }
    let columns: [TextTable.Column] = [
      .init("Time", priority: 3), .init("Activity", isFlexible: true, minimumWidth: 36),
      .init("Note", isFlexible: true, priority: 1),
    ]
    let text = TextTable(columns: columns, rows: rows).rendered(for: mode)
    let rest = planned.count - Self.shownEntries
    return text + (rest > 0 ? "and \(rest) more\n" : "") + (mode.layout == .linear ? "" : "\n")
  }

  /// Encodes the JSON document: `added`, `skipped`, `differing`, `recognized`, `ignored`, `layout`, `dry_run` and `entries`.
  ///
  /// `entries` contains a dry run's entries and is otherwise empty.
  public func encode(to encoder: any Encoder) throws {
    struct Ignored: Encodable {
      let line: Int
      let reason: String
    }
    var container = encoder.container(keyedBy: DocumentKey.self)
    try container.set("added", summary.added)
    try container.set("skipped", summary.skipped)
    try container.set("differing", summary.differing.map { $0.uuidString.lowercased() })
    try container.set("recognized", summary.recognized)
    try container.set("ignored", file.ignored.map { Ignored(line: $0.line, reason: $0.reason) })
    try container.set("layout", mapping)
    try container.set("dry_run", planned != nil)
    try container.set("entries", (planned ?? []).map { ActivityFields(planned: $0) })
  }
}
