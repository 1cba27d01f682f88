import FeatureFlags
import FeatureFlagsTesting
import Foundation
import Testing

@Suite("Override files")
struct FileProviderTests {
  /// A file in memory.
  private final class Page: @unchecked Sendable {
    // `@unchecked`: `content` is only touched while `lock` is held.
    private let lock = NSLock()
    private var content: Result<Data?, Refusal>

    init(_ text: String?) {
      content = .success(text.map { Data($0.utf8) })
    }

    func write(_ text: String?) { lock.withLock { content = .success(text.map { Data($0.utf8) }) } }

    func fail() { lock.withLock { content = .failure(Refusal()) } }

    func provider() -> FileFlagProvider {
      FileFlagProvider(path: "flags.json") { _ in try self.lock.withLock { try self.content.get() } }
    }
  }

  @Test("Members of the object are flags, of JSON's types")
  func values() throws {
    let page = Page(
      #"{"newSearch": true, "http.maxRows": 20, "ratio": 1.5, "title": "Find", "order": null, "list": [1], "object": {}}"#
    )
    let provider = page.provider()
    #expect(
      provider.reading()
        == FlagReading(values: [
          "newSearch": .boolean(true), "http.maxRows": .integer(20), "ratio": .number(1.5), "title": .string("Find"),
          "order": .unsupported("null"), "list": .unsupported("a list"), "object": .unsupported("an object"),
        ])
    )
    let flags = FlagClient(catalog: try Flags.catalog(), providers: [provider])
    #expect(flags.details(of: Flags.order).malformed.map(\.verdict) == [.malformed(.unsupported("null"))])
    #expect(flags.value(of: Flags.limit) == 20)
  }

  @Test("A missing file says nothing and is no problem")
  func missing() {
    #expect(Page(nil).provider().reading() == FlagReading())
  }

  @Test(
    "A file that is not one object of JSON is a problem",
    arguments: [
      "", " ", "[]", "true", "{", #"{"a": }"#, #"{"a": 1} x"#, "{'a': 1}", "\u{FEFF}\u{FEFF}{}", "\u{0}", "null",
      #""a""#,
    ]
  )
  func malformed(text: String) {
    let reading = Page(text).provider().reading()
    #expect(reading.values.isEmpty)
    #expect(
      reading.problems == [
        "flags.json: The file is not one JSON object, such as {\"someFlag\": true}. Correct it. "
          + "It says nothing about flags until then."
      ]
    )
  }

  @Test("Bytes of any kind give values or a problem")
  func fuzz() {
    var generator = SeededGenerator(seed: 17)
    let good = Array(#"{"newSearch": true, "title": "Find", "ratio": 1.5e3, "list": [1, {"a": null}]}"#.utf8)
    var (read, refused) = (0, 0)
    for _ in 0..<5_000 {
      var bytes = good
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let index = Int.random(in: bytes.indices, using: &generator)
        if Bool.random(using: &generator) {
          bytes[index] = UInt8.random(in: 0...255, using: &generator)
        } else {
          bytes.removeSubrange(index..<Int.random(in: index..<bytes.count, using: &generator))
        }
        if bytes.isEmpty { bytes = [0] }
      }
      let content = Data(bytes)
      let reading = FileFlagProvider(path: "f") { _ in content }.reading()
      if reading.problems.isEmpty {
        read += 1
      } else {
        refused += 1
        #expect(reading.values.isEmpty)
      }
    }
    #expect(read > 0)
    #expect(refused > 1_000)
  }

  @Test("What was good stays in use while the file is broken, and changes are told")
  func reload() throws {
    // Given a file with a flag
    let page = Page(#"{"newSearch": true}"#)
    let provider = page.provider()
    let flags = FlagClient(catalog: try Flags.catalog(), providers: [provider])
    // When it is broken
    page.write("{")
    provider.reload()
    // Then the flag keeps its value, and the problem is told;
    #expect(flags.value(of: Flags.newSearch))
    #expect(flags.warnings.first?.description.hasSuffix("What it said before is still used.") == true)
    // when reading fails
    page.fail()
    provider.reload()
    #expect(flags.value(of: Flags.newSearch))
    #expect(flags.warnings.first?.description.contains("The disk is full.") == true)
    // and when it is corrected, the new value holds.
    page.write(#"{"newSearch": false}"#)
    provider.reload()
    #expect(!flags.value(of: Flags.newSearch))
    #expect(flags.warnings.isEmpty)
    // A file that is removed says nothing any more.
    page.write(nil)
    provider.reload()
    #expect(flags.details(of: Flags.newSearch).reason == .defaultValue)
  }

  @Test("Watching reads again after each interval, until its task is cancelled")
  func watching() async throws {
    let page = Page(nil)
    let provider = page.provider()
    let flags = FlagClient(catalog: try Flags.catalog(), providers: [provider])
    let clock = StepClock()
    let task = Task { await provider.watch(every: .seconds(2), clock: clock) }
    var titles = flags.changes(of: Flags.title).makeAsyncIterator()
    #expect(await titles.next() == "Search")
    for title in ["one", "two"] {
      page.write("{\"title\": \"\(title)\"}")
      await clock.step()
      #expect(await titles.next() == title)
    }
    task.cancel()
    await task.value
    #expect(clock.durations.allSatisfy { $0 == .seconds(2) })
  }

  @Test("Files on disk: links are followed, what is no file or too long is refused")
  func disk() throws {
    let manager = FileManager.default
    let folder = manager.temporaryDirectory.appendingPathComponent("flags-\(UUID().uuidString)")
    try manager.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? manager.removeItem(at: folder) }
    let file = folder.appendingPathComponent("flags.json")
    let link = folder.appendingPathComponent("link.json")
    // Nothing is there yet.
    #expect(FileFlagProvider(path: file.path).reading() == FlagReading())
    // A file, and a link to it
    try Data(#"{"newSearch": true}"#.utf8).write(to: file)
    try manager.createSymbolicLink(at: link, withDestinationURL: file)
    for url in [file, link] {
      #expect(FileFlagProvider(path: url.path).reading() == FlagReading(values: ["newSearch": .boolean(true)]))
    }
    // A folder
    #expect(FileFlagProvider(path: folder.path).reading().problems.first?.contains("This is not a file.") == true)
    // A file that is too long
    try Data(repeating: 0x20, count: FlagFile.sizeLimit + 1).write(to: file)
    #expect(FileFlagProvider(path: file.path).reading().problems.first?.contains("longer than 1048576 bytes") == true)
    // A link to nothing, which nobody makes on purpose
    try manager.removeItem(at: file)
    #expect(FileFlagProvider(path: link.path).reading().problems.first?.contains("This is not a file.") == true)
  }
}
