import Basics
import BasicsTesting
import Components
import Foundation
import Testing

/// Functions that compare printed reports with golden files.
enum GoldenReports {
  /// Checks that a report matches its golden file on a terminal, in linear output, in a pipe, and as JSON.
  static func expect(
    _ report: some Encodable,
    _ text: (OutputMode) -> String,
    matches file: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    // A terminal uses the format of its locale, here the C locale. Other output is the same in every locale.
    let terminal = RegionalFormat.with(.posix) { text(.terminal(width: 110, capabilities: .plain)) }
    let sections = [
      ("terminal", terminal), ("read out", text(.linear)), ("pipe", text(.records)), ("JSON", try json(report)),
    ]
    try expect(sections, matches: file, sourceLocation: sourceLocation)
  }

  /// Checks that texts with headings match a golden file.
  static func expect(
    _ sections: [(heading: String, text: String)],
    matches file: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let text = sections.map { "=== \($0.heading)\n\($0.text)\n" }.joined()
    let difference = try GoldenScreens.files.difference(of: text, from: file)
    #expect(difference == nil, sourceLocation: sourceLocation)
  }

  static func json(_ report: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    return String(decoding: try encoder.encode(report), as: UTF8.self)
  }
}
