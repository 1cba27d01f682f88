import Basics
import Foundation
import Testing

/// A command line from the program's contract and its expected result.
struct ContractRow: Sendable, CustomStringConvertible {
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
  let expectations: [Expectation]
  var exitCode: Int32 = 0
  /// The command lines to run first, without ``environment``, ``files`` and `$FOLDER`.
  var before: [String] = []
  var environment: [String: String] = [:]
  /// The contents of files in the row's directory, by name.
  var files: [String: String] = [:]

  init(
    _ line: String,
    _ expectations: Expectation...,
    exitCode: Int32 = 0,
    before: [String] = [],
    environment: [String: String] = [:],
    files: [String: String] = [:]
  ) {
    self.init(line, expectations, exitCode: exitCode, before: before, environment: environment, files: files)
  }

  init(
    _ line: String,
    _ expectations: [Expectation],
    exitCode: Int32 = 0,
    before: [String] = [],
    environment: [String: String] = [:],
    files: [String: String] = [:]
  ) {
    self.line = line
    self.expectations = expectations
    self.exitCode = exitCode
    self.before = before
    self.environment = environment
    self.files = files
  }

  var description: String {
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
    let folder = try await preparedFolder()
    func filled(_ text: String) -> String { text.replacing("$FOLDER", with: folder.url.path) }
    let program = ProgramUnderTest(in: folder, environment: environment.mapValues(filled))
    for (name, content) in files { try folder.write(content, to: folder.url.appending(path: name)) }
    let outcome = try await program.start(Self.words(filled(line))).outcome()
    #expect(outcome.exitCode == exitCode, "\(self): \(outcome.output)\(outcome.messages)")
    for expectation in expectations { try check(outcome, expectation, filled) }
  }

  /// Returns a new directory in which the row's first commands have run, once for all rows with the same commands.
  private func preparedFolder() async throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    guard !before.isEmpty else { return folder }
    let template = try await Self.templates.withLock { templates in
      let template = templates[before] ?? Task { try await Self.template(before) }
      templates[before] = template
      return template
    }.value
    try FileManager.default.removeItem(at: folder.url)
    try FileManager.default.copyItem(at: template.url, to: folder.url)
    return folder
  }

  private static let templates = Locked<[[String]: Task<TemporaryFolder, any Error>]>([:])

  private static func template(_ lines: [String]) async throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for line in lines {
      let outcome = try await ProgramUnderTest(in: folder).start(words(line)).outcome()
      try #require(outcome.exitCode == 0, "\(line): \(outcome.messages)")
    }
    return folder
  }

  private func check(
    _ outcome: ProgramUnderTest.Outcome,
    _ expectation: Expectation,
    _ filled: (String) -> String
  ) throws {
    let comment = Comment(rawValue: "\(self): \(outcome.output)\(outcome.messages)")
    switch expectation {
    case .records(let count, let fields):
      let bytes = outcome.output.utf8
      #expect(bytes.last == UInt8(ascii: "\n"), comment)
      #expect(!bytes.contains(0x1B), comment)
      let lines = bytes.dropLast().split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      #expect(lines.count == count, comment)
      let counts = Set(lines.map { line in line.count { $0 == UInt8(ascii: "\t") } + 1 })
      #expect(counts == [fields], comment)
      // Nothing is truncated.
      #expect(!outcome.output.contains("…"), comment)
    case .json(let shape):
      #expect(outcome.output.hasSuffix("\n"), comment)
      #expect(outcome.output.split(separator: "\n").count == 1, comment)
      var document = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
      // Documents have this member only with the services inside the program.
      if var members = document as? [String: Any], let isSample = members.removeValue(forKey: "sample") {
        #expect(isSample as? Bool == true, comment)
        document = members
      }
      #expect(JSONShape(of: document).description == shape, comment)
      #expect(JSONShape.malformedTimes(in: document) == [], comment)
    case .prints(let text):
      #expect(outcome.output.contains(filled(text)), comment)
    case .tells(let text):
      #expect(outcome.output.isEmpty, comment)
      #expect(outcome.messages.contains(text), comment)
    case .silence:
      #expect(outcome.output.isEmpty, comment)
      #expect(outcome.messages.isEmpty, comment)
    case .testedIn:
      break
    }
  }
}
