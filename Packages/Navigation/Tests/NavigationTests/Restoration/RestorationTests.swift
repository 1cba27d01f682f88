import Foundation
import Navigation
import NavigationTesting
import Testing

@Suite("Restoration")
@MainActor
struct RestorationTests {
  let catalogue: DestinationCatalogue

  init() throws {
    catalogue = try Scene().registry().catalogue
  }

  private func read(_ text: String, limit: Int = 128) -> RestorationReport {
    RestorationDocument.read(Data(text.utf8), catalogue: catalogue, limit: limit)
  }

  @Test("The pages come back after a restart, popups don't")
  func roundTrip() async throws {
    // Given pages with payloads and a popup
    let before = try Scene().router()
    _ = await before.perform(.push(Item(item: 3, mode: 1)))
    _ = await before.perform(.push(Report(name: "q1", owner: DeepLinkTests.owner, days: 3, style: .bars)))
    _ = await before.perform(.popup(Picker(title: "p")))
    _ = await before.perform(.quit)
    // When they are written and another router reads them
    let document = try before.restorationDocument()
    let after = try Scene().router()
    let (report, outcome) = await after.restore(from: document)
    // Then the pages are there
    #expect(report.isComplete)
    #expect(outcome?.isMove == true)
    #expect(after.targets == Array(before.targets.dropLast()))
  }

  @Test("The document is plain, ordered JSON")
  func form() async throws {
    let router = try Scene().router()
    _ = await router.perform(.push(Item(item: 3, mode: 1)))
    let text = String(decoding: try router.restorationDocument(), as: UTF8.self)
    #expect(
      text
        == #"{"pages":[{"id":"test.board","payload":{"number":0}},{"id":"test.item","payload":{"item":3,"mode":1}}],"version":1}"#
    )
  }

  @Test("What isn't to be restored is left out, with everything above it")
  func leavesOut() async throws {
    let router = try Scene().router()
    _ = await router.perform(.push(Item(item: 1, mode: 0)))
    _ = await router.perform(.push(SignIn()))
    _ = await router.perform(.push(Item(item: 2, mode: 0)))
    let report = RestorationDocument.read(try router.restorationDocument(), catalogue: catalogue)
    #expect(report.restored == [NavigationTarget(Board(number: 0)), NavigationTarget(Item(item: 1, mode: 0))])
  }

  @Test("From the first page that can't be read upwards all is dropped, and reported")
  func dropsUpwards() {
    let report = read(
      #"{"version":1,"pages":[{"id":"test.board","payload":{"number":1}},{"id":"test.itme","payload":{}},{"id":"test.item","payload":{"item":1,"mode":1}}]}"#
    )
    #expect(report.restored == [NavigationTarget(Board(number: 1))])
    #expect(
      report.dropped.map(\.description) == [
        "Page 2, “test.itme”, was dropped: There is no destination “test.itme”. Did you mean “test.item”?",
        "Page 3, “test.item”, was dropped: A page below it was dropped.",
      ]
    )
    #expect(!report.isComplete)
  }

  @Test(
    "Documents that can't be used are told apart",
    arguments: [
      ("", "malformed"), ("{", "malformed"), ("null", "malformed"), ("[]", "malformed"), ("{}", "malformed"),
      (#"{"version":1}"#, "malformed"), (#"{"version":1,"pages":3}"#, "malformed"),
      (#"{"version":"1","pages":[]}"#, "malformed"), (#"{"version":1.5,"pages":[]}"#, "malformed"),
      (#"{"version":2,"pages":[]}"#, "version"), (#"{"version":-1}"#, "version"),
      (String(repeating: "[", count: 100_000), "malformed"),
      (#"{"version":1,"pages":["# + String(repeating: " ", count: 1 << 20) + "]}", "size"),
    ]
  )
  func unusable(text: String, kind: String) {
    let report = read(text)
    #expect(report.restored.isEmpty)
    switch (report.problem, kind) {
    case (.malformed, "malformed"), (.unsupportedVersion, "version"), (.tooLarge, "size"): break
    default: Issue.record("\(text.prefix(40)): \(String(describing: report.problem))")
    }
  }

  @Test("What was dropped is told in sentences")
  func sentences() {
    let texts = [
      read(#"{"version":1,"pages":[{"id":"test.board","payload":{"number":"x"}}]}"#).dropped.first?.description,
      read(#"{"version":1,"pages":[3]}"#).dropped.first?.description,
      read(#"{"version":1,"pages":[{"id":"test.board","payload":{}}]}"#, limit: 0).dropped.first?.description,
      read(#"{"version":3}"#).problem?.description,
      read("{").problem?.description,
    ]
    #expect(
      texts == [
        "Page 1, “test.board”, was dropped: The payload of “test.board” can't be read: “pages.Index 0.payload.number” is of another kind than expected.",
        "Page 1 was dropped: The entry names no destination.",
        "Page 1, “test.board”, was dropped: More than 0 pages can't be open at once.",
        "The saved pages have version 3, which this program can't read.",
        "The saved pages can't be read. It is malformed.",
      ]
    )
  }

  @Test(
    "Entries that can't be read are told apart",
    arguments: [
      ("null", nil), ("3", nil), ("{}", nil), (#"{"id":3}"#, nil), (#"{"id":null,"payload":{}}"#, nil),
      (#"{"id":"test.board"}"#, "test.board"), (#"{"id":"test.board","payload":null}"#, "test.board"),
      (#"{"id":"test.board","payload":{}}"#, "test.board"), (#"{"id":"test.board","payload":[]}"#, "test.board"),
      (#"{"id":"test.board","payload":{"number":"1"}}"#, "test.board"),
      (#"{"id":"test.board","payload":{"number":1e99}}"#, "test.board"), (#"{"id":"","payload":{}}"#, ""),
    ] as [(String, String?)]
  )
  func unreadableEntries(entry: String, id: String?) {
    let report = read(#"{"version":1,"pages":[\#(entry)]}"#)
    #expect(report.problem == nil)
    #expect(report.restored.isEmpty)
    #expect(report.dropped.map(\.id?.rawValue) == [id])
  }

  @Test("More pages than the stack may have are dropped from the top")
  func limits() async throws {
    let pages = (0..<9).map { #"{"id":"test.item","payload":{"item":\#($0),"mode":0}}"# }.joined(separator: ",")
    let report = read(#"{"version":1,"pages":[\#(pages)]}"#, limit: 4)
    #expect(report.restored.count == 4)
    #expect(report.dropped.map(\.reason) == [.tooDeep(limit: 4)] + Array(repeating: .aboveDropped, count: 4))
    let router = try Scene().router(configuration: RouterConfiguration(depthLimit: 4))
    let (_, outcome) = await router.restore(from: Data(#"{"version":1,"pages":[\#(pages)]}"#.utf8))
    #expect(outcome?.isMove == true)
    #expect(router.path.count == 4)
  }

  @Test("A page that its factory refuses is dropped with everything above it")
  func refusedByFactory() async throws {
    let router = try Scene().router(home: Item(item: 9, mode: 9))
    let document =
      #"{"version":1,"pages":[{"id":"test.board","payload":{"number":1}},{"id":"test.fussy","payload":{"number":-1}},{"id":"test.fussy","payload":{"number":-2}},{"id":"gone","payload":{}}]}"#
    let (report, outcome) = await router.restore(from: Data(document.utf8))
    #expect(outcome?.isMove == true)
    #expect(router.targets == [NavigationTarget(Board(number: 1))])
    #expect(report.restored == router.targets)
    #expect(report.dropped.map(\.position) == [1, 2, 3])
    #expect(report.dropped.first?.reason == .refused(reason: "Negative numbers are not shown."))
  }

  @Test("When nothing can be restored, the stack stays as it is")
  func nothingLeft() async throws {
    let router = try Scene().router()
    for document in [
      "", #"{"version":1,"pages":[]}"#, #"{"version":1,"pages":[{"id":"test.fussy","payload":{"number":-1}}]}"#,
    ] {
      let (report, outcome) = await router.restore(from: Data(document.utf8))
      #expect(report.restored.isEmpty)
      #expect(outcome == nil)
    }
    #expect(router.targets == [NavigationTarget(Board(number: 0))])
  }

  @Test("100,000 mutilated documents never trap, and what is restored is always showable")
  func fuzz() throws {
    let valid = Array(
      #"{"version":1,"pages":[{"id":"test.board","payload":{"number":1}},{"id":"test.item","payload":{"item":1,"mode":2}},{"id":"test.report","payload":{"name":"q","days":3,"style":"line"}}]}"#
        .utf8
    )
    let tokens = [
      "{", "}", "[", "]", ",", ":", "\"", "null", "1", "-", "e9", "\\u0000", "\\", "test.item", "payload", "\u{FF}",
    ]
    var random = SeededGenerator(seed: 43)
    var complete = 0
    var partial = 0
    for _ in 0..<100_000 {
      var bytes = valid
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        switch random.next() % 5 {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: index)
        case 2: bytes.insert(contentsOf: (tokens.randomElement(using: &random) ?? "").utf8, at: index)
        case 3: bytes.removeSubrange(index..<min(bytes.count, index + 20))
        default: bytes.replaceSubrange(index..<index, with: bytes[index..<min(bytes.count, index + 30)])
        }
        if bytes.isEmpty { bytes = [0x7B] }
      }
      let report = RestorationDocument.read(Data(bytes), catalogue: catalogue)
      if report.isComplete { complete += 1 }
      if !report.restored.isEmpty, !report.dropped.isEmpty { partial += 1 }
      if report.problem != nil, !(report.restored.isEmpty && report.dropped.isEmpty) {
        Issue.record("both a problem and pages: \(String(decoding: bytes, as: UTF8.self))")
      }
      for target in report.restored where catalogue.suggestions(for: target.id).first != target.id {
        Issue.record("an unknown page was restored: \(target)")
      }
    }
    #expect(complete > 100)
    #expect(partial > 1_000)
  }
}
