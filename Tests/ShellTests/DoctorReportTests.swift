import Components
import Foundation
import Testing

@testable import fetch_counter

@Suite("Doctor report")
struct DoctorReportTests {
  private let report = DoctorReport([
    DoctorFinding(check: "configuration", state: .good, message: "no file; defaults apply"),
    DoctorFinding(
      check: "data folder",
      state: .warning,
      message: "/home/someone/.local/share/fetch-counter can be changed by others",
      recoverySuggestion: "Run 'chmod 700 /home/someone/.local/share/fetch-counter'."
    ),
    DoctorFinding(check: "count", state: .bad, message: "The file is damaged.", recoverySuggestion: "Restore it."),
    DoctorFinding(
      check: "counter service",
      state: .bad,
      message: "It can't be reached.",
      recoverySuggestion: "Start it."
    ),
  ])

  @Test("prints one line per doctor finding, with the recovery suggestion if there is enough room")
  func wide() {
    let lines = report.text(for: .terminal(width: 160, capabilities: .plain)).split(separator: "\n")
    #expect(lines.count == 5)
    #expect(lines[2].hasSuffix("can be changed by others  Run 'chmod 700 /home/someone/.local/share/fetch-counter'."))
  }

  @Test("prints full descriptions below the doctor table if lines don't fit", arguments: [80, 60, 40, 20])
  func narrow(width: Int) {
    // When
    let text = report.text(for: .terminal(width: width, capabilities: .plain))
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    // Then
    #expect(lines.allSatisfy { $0.displayWidth() <= width }, "\(text)")
    #expect(lines.contains("data folder"))
    #expect(lines.contains("count"))
    #expect(lines.contains("counter service"))
    let words = lines.map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
    for told in ["The file is damaged.", "Restore it.", "It can't be reached.", "Start it."] {
      #expect(words.contains(told), "\(text)")
    }
    #expect(
      words.replacing(" ", with: "").contains("Run'chmod700/home/someone/.local/share/fetch-counter'."),
      "\(text)"
    )
    // Checks without problems are listed only in the table.
    if width >= 40 { #expect(lines.count { $0.hasPrefix("configuration    good     no file") } == 1, "\(text)") }
  }

  @Test("prints one complete record per doctor finding when piped")
  func records() {
    let lines = report.text(for: .records).split(separator: "\n")
    #expect(lines.count == 4)
    #expect(lines[2] == "count\tbad\tThe file is damaged.\tRestore it.")
  }

  @Test("includes a recovery suggestion for every problem in doctor's report")
  func recoverySuggestions() {
    #expect(report.recoverySuggestions == "count: Restore it. counter service: Start it.")
    #expect(
      DoctorReport([DoctorFinding(check: "a", state: .bad, message: "b", recoverySuggestion: "Do it.")])
        .recoverySuggestions == "Do it."
    )
    #expect(DoctorReport([DoctorFinding(check: "a", state: .good, message: "b")]).recoverySuggestions == nil)
  }
}
