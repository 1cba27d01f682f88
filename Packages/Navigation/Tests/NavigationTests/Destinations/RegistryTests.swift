import Testing

@testable import Navigation

@Suite("Destination registration")
@MainActor
struct RegistryTests {
  private func problems(_ register: @MainActor (inout DestinationRegistrar<Int>) -> Void) -> [RegistryError.Problem] {
    do throws(RegistryError) {
      _ = try DestinationRegistry(register: register)
      return []
    } catch {
      return error.problems
    }
  }

  @Test("rejects two destinations with the same name, and reports both locations")
  func duplicates() throws {
    struct Twin: Destination { static let id: DestinationID = "test.board" }
    let problems = problems { registrar in
      registrar.register(Board.self, fileID: "A/One.swift", line: 1) { _, _ in 0 }
      registrar.register(Twin.self, fileID: "B/Two.swift", line: 2) { _, _ in 0 }
    }
    #expect(
      problems.map(\.description) == [
        "The destination “test.board” is registered twice, at A/One.swift:1 and at B/Two.swift:2. Rename one."
      ]
    )
  }

  @Test("reports all registration mistakes at once")
  func collects() {
    struct Nameless: Destination { static let id: DestinationID = "" }
    struct Spaced: Destination { static let id: DestinationID = "a b" }
    let problems = problems { registrar in
      registrar.register(Nameless.self) { _, _ in 0 }
      registrar.register(Spaced.self) { _, _ in 0 }
      registrar.register(Board.self, link: LinkRule("boards/:number")) { _, _ in 0 }
      registrar.register(Item.self, link: LinkRule("boards/:item?mode")) { _, _ in 0 }
      registrar.register(Report.self, link: LinkRule("reports//:name")) { _, _ in 0 }
    }
    #expect(problems.count == 4)
    let report = RegistryError(problems: problems).description
    #expect(report.split(separator: "\n").count == 4)
    #expect(report.contains("“a b” at NavigationTests/RegistryTests.swift:"))
    #expect(report.contains("The links of test.board and test.item are the same"))
    #expect(report.contains("“reports//:name” of test.report"))
    guard case .duplicateLink("boards/:item?mode", Board.id, Item.id, _) = problems[2] else {
      Issue.record("unexpected: \(problems[2])")
      return
    }
    guard case .malformedLink(Report.id, "reports//:name", _, _) = problems[3] else {
      Issue.record("unexpected: \(problems[3])")
      return
    }
  }

  @Test(
    "rejects malformed link patterns",
    arguments: [
      ("", "“” is not a segment"), ("/", "“” is not a segment"), ("a/", "“” is not a segment"),
      (":", "“” is not a name"), ("a/:", "“” is not a name"), ("a?", "“” is not a name"), ("a?b&", "“” is not a name"),
      ("a/:b/:b", "“b” occurs twice."), ("a/:b?b", "“b” occurs twice."), ("a b", "“a b” is not a segment"),
      ("a/:b c", "“b c” is not a name"), ("a#b", "“a#b” is not a segment"), ("ä", "“ä” is not a segment"),
    ]
  )
  func malformedPatterns(pattern: String, start: String) {
    let problems = problems { $0.register(Board.self, link: LinkRule(pattern)) { _, _ in 0 } }
    guard case .malformedLink(Board.id, pattern, let reason, _) = problems.first else {
      Issue.record("accepted")
      return
    }
    #expect(reason.hasPrefix(start))
    #expect(problems.count == 1)
  }

  @Test("accepts names of 1 to 64 allowed characters", arguments: [("a", true), ("A.b-c_d/9", true), ("", false)])
  func names(name: String, isValid: Bool) {
    #expect(DestinationID(rawValue: name).isValid == isValid)
    #expect(DestinationID(rawValue: String(repeating: "a", count: 64)).isValid)
    #expect(!DestinationID(rawValue: String(repeating: "a", count: 65)).isValid)
    #expect(!DestinationID(rawValue: "é").isValid)
  }

  @Test(
    "suggests destination names for mistyped ones",
    arguments: [
      ("test.itme", ["test.item"]), ("TEST.ITEM", ["test.item"]), ("test.bord", ["test.board"]),
      ("test", ["test.board"]), ("zzzzzzzzz", []), ("", []),
    ] as [(String, [String])]
  )
  func suggestions(name: String, expected: [String]) throws {
    let found = try Scene().registry().catalog.suggestions(for: DestinationID(rawValue: name))
    #expect(Array(found.map(\.rawValue).prefix(1)) == expected)
  }

  @Test("suggests no destination names for a very long name")
  func longNames() throws {
    let name = String(repeating: "test.item", count: 200_000)
    #expect(try Scene().registry().catalog.suggestions(for: DestinationID(rawValue: name)).isEmpty)
  }

  @Test("throws a distinct error if the home page can't be shown")
  func rejectedHome() throws {
    let registry = try Scene().registry()
    #expect(throws: RouterStartError.homeRejected(.unknown(Stranger.id, suggestions: [Item.id]))) {
      try Router(registry, home: Stranger())
    }
    let rejection = PayloadRejection(id: Fussy.id, position: 0, reason: "Negative numbers are not shown.")
    #expect(throws: RouterStartError.homeRejected(.payloadRejected(rejection))) {
      try Router(registry, home: Fussy(number: -1))
    }
  }
}
