import Foundation
import Testing

/// A command line from the program's contract and its expected result.
struct ContractRow: Sendable, CustomTestStringConvertible {
  enum Expectation: Sendable {
    /// Piped output: the number of lines, and the number of tab-separated fields on each line.
    case records(_ lines: Int, fields: Int)
    /// A JSON document with exactly these keys. See ``JSONShape``.
    case json(String)
    /// Text that standard output contains.
    case prints(String)
    /// Text that standard error contains; standard output must be empty.
    case tells(String)
    /// No output at all.
    case silence
    /// No check in this suite, because the given suite in this directory or its parent tests the command line.
    case testedIn(String)
  }

  /// The words after the program's name; `$FOLDER` is the row's temporary directory.
  let line: String
  let expectation: Expectation
  var exitCode: Int32 = 0
  /// The command lines to run first.
  var before: [String] = []
  var environment: [String: String] = [:]
  /// The contents of files in the row's directory, by name.
  var files: [String: String] = [:]

  init(
    _ line: String,
    _ expectation: Expectation,
    exitCode: Int32 = 0,
    before: [String] = [],
    environment: [String: String] = [:],
    files: [String: String] = [:]
  ) {
    self.line = line
    self.expectation = expectation
    self.exitCode = exitCode
    self.before = before
    self.environment = environment
    self.files = files
  }

  var testDescription: String {
    (environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" } + ["fetch-counter", line])
      .joined(separator: " ")
  }

  /// Splits a line into words; apostrophes quote words that contain spaces.
  static func words(_ line: String) -> [String] {
    line.split(separator: "'", omittingEmptySubsequences: false).enumerated().flatMap { index, part in
      index % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
    }
  }

  var words: [String] { Self.words(line) }
}

extension ContractRow {
  func check() async throws {
    let folder = try TemporaryFolder()
    func filled(_ text: String) -> String { text.replacing("$FOLDER", with: folder.url.path) }
    let program = ProgramUnderTest(in: folder, environment: environment.mapValues(filled))
    for (name, content) in files { try folder.write(content, to: folder.url.appending(path: name)) }
    for line in before {
      let outcome = try await program.start(Self.words(filled(line))).outcome()
      #expect(outcome.exitCode == 0, "\(line): \(outcome.messages)")
    }
    let outcome = try await program.start(Self.words(filled(line))).outcome()
    #expect(outcome.exitCode == exitCode, "\(outcome.output)\(outcome.messages)")
    try check(outcome, filled)
  }

  private func check(_ outcome: ProgramUnderTest.Outcome, _ filled: (String) -> String) throws {
    switch expectation {
    case .records(let count, let fields):
      let bytes = outcome.output.utf8
      #expect(bytes.last == UInt8(ascii: "\n"))
      #expect(!bytes.contains(0x1B))
      let lines = bytes.dropLast().split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      #expect(lines.count == count, "\(outcome.messages)")
      let counts = Set(lines.map { line in line.count { $0 == UInt8(ascii: "\t") } + 1 })
      #expect(counts == [fields])
      // Nothing is truncated.
      #expect(!outcome.output.contains("…"))
    case .json(let shape):
      #expect(outcome.output.hasSuffix("\n"))
      #expect(outcome.output.split(separator: "\n").count == 1)
      let document = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
      #expect(JSONShape(of: document).description == shape)
      #expect(JSONShape.malformedTimes(in: document) == [])
    case .prints(let text):
      #expect(outcome.output.contains(filled(text)), "\(outcome.output)")
    case .tells(let text):
      #expect(outcome.output.isEmpty)
      #expect(outcome.messages.contains(text), "\(outcome.messages)")
    case .silence:
      #expect(outcome.output.isEmpty, "\(outcome.output)\(outcome.messages)")
      #expect(outcome.messages.isEmpty, "\(outcome.output)\(outcome.messages)")
    case .testedIn:
      break
    }
  }
}
