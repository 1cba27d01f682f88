import BasicsTesting
import Foundation
import Testing

@testable import Navigation

@Suite("Navigation restoration")
@MainActor
struct RestorationTests {
  let catalog: DestinationCatalog

  init() throws {
    catalog = try Scene().registry().catalog
  }

  private func read(_ text: String, limit: Int = 128) throws(RestorationError) -> [NavigationTarget] {
    try RestorationDocument.read(Data(text.utf8), catalog: catalog, limit: limit)
  }

  @Test("restores pages after a restart, but not popups")
  func roundTrip() async throws {
    // Given: pages with payloads and a popup
    let before = try Scene().router()
    _ = await before.perform(.push(Item(item: 3, mode: 1)))
    _ = await before.perform(.push(Report(name: "q1", owner: DeepLinkTests.owner, days: 3, style: .bars)))
    _ = await before.perform(.popup(Picker(title: "p")))
    _ = await before.perform(.quit)
    // When: the pages are saved and another router restores them
    let document = try before.restorationDocument()
    let after = try Scene().router()
    let outcome = try await after.restore(from: document)
    // Then: the pages are open again
    #expect(outcome.isMove)
    #expect(after.targets == Array(before.targets.dropLast()))
  }

  @Test("writes the restoration document as plain JSON with a fixed member order")
  func form() async throws {
    let router = try Scene().router()
    _ = await router.perform(.push(Item(item: 3, mode: 1)))
    let text = String(decoding: try router.restorationDocument(), as: UTF8.self)
    #expect(
      text
        == #"{"pages":[{"id":"test.board","payload":{"number":0}},{"id":"test.item","payload":{"item":3,"mode":1}}],"version":1}"#
    )
  }

  @Test("omits a page that isn't restorable and all entries above it")
  func leavesOut() async throws {
    let router = try Scene().router()
    _ = await router.perform(.push(Item(item: 1, mode: 0)))
    _ = await router.perform(.push(SignIn()))
    _ = await router.perform(.push(Item(item: 2, mode: 0)))
    let pages = try RestorationDocument.read(try router.restorationDocument(), catalog: catalog, limit: 9)
    #expect(pages == [NavigationTarget(Board(number: 0)), NavigationTarget(Item(item: 1, mode: 0))])
  }

  @Test("omits the first page that can't be decoded and everything above it")
  func dropsUpwards() throws {
    let pages = try read(
      #"{"version":1,"pages":[{"id":"test.board","payload":{"number":1}},{"id":"test.itme","payload":{}},{"id":"test.item","payload":{"item":1,"mode":1}}]}"#
    )
    #expect(pages == [NavigationTarget(Board(number: 1))])
  }

  @Test(
    "reports a separate error for each kind of unusable restoration document",
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
    do throws(RestorationError) {
      let pages = try read(text)
      Issue.record("\(text.prefix(40)) was read: \(pages)")
    } catch {
      switch (error, kind) {
      case (.malformed, "malformed"), (.unsupportedVersion, "version"), (.tooLarge, "size"): break
      default: Issue.record("\(text.prefix(40)): \(error)")
      }
      #expect(error.description.hasSuffix("."))
    }
  }

  @Test(
    "omits a page whose entry in the restoration document can't be decoded",
    arguments: [
      "null", "3", "{}", #"{"id":3}"#, #"{"id":null,"payload":{}}"#, #"{"id":"","payload":{}}"#,
      #"{"id":"test.board"}"#, #"{"id":"test.board","payload":null}"#, #"{"id":"test.board","payload":{}}"#,
      #"{"id":"test.board","payload":[]}"#, #"{"id":"test.board","payload":{"number":"1"}}"#,
      #"{"id":"test.board","payload":{"number":1e99}}"#,
    ]
  )
  func unreadableEntries(entry: String) throws {
    #expect(try read(#"{"version":1,"pages":[\#(entry)]}"#).isEmpty)
  }

  @Test("omits restored pages beyond the depth limit")
  func limits() async throws {
    let pages = (0..<9).map { #"{"id":"test.item","payload":{"item":\#($0),"mode":0}}"# }.joined(separator: ",")
    let router = try Scene().router(depthLimit: 4)
    let outcome = try await router.restore(from: Data(#"{"version":1,"pages":[\#(pages)]}"#.utf8))
    #expect(outcome.isMove)
    #expect(router.path.count == 4)
  }

  @Test("omits a page that its factory rejects and everything above it")
  func refusedByFactory() async throws {
    let router = try Scene().router(home: Item(item: 9, mode: 9))
    let document =
      #"{"version":1,"pages":[{"id":"test.board","payload":{"number":1}},{"id":"test.fussy","payload":{"number":-1}},{"id":"test.fussy","payload":{"number":-2}},{"id":"gone","payload":{}}]}"#
    let outcome = try await router.restore(from: Data(document.utf8))
    #expect(outcome.isMove)
    #expect(router.targets == [NavigationTarget(Board(number: 1))])
  }

  @Test(
    "keeps the stack if no page can be restored",
    arguments: [
      #"{"version":1,"pages":[]}"#, #"{"version":1,"pages":[{"id":"test.fussy","payload":{"number":-1}}]}"#,
    ]
  )
  func nothingLeft(document: String) async throws {
    let router = try Scene().router()
    #expect(try await router.restore(from: Data(document.utf8)) == .unchanged(.nothingToDo))
    #expect(router.targets == [NavigationTarget(Board(number: 0))])
  }

  @Test("handles corrupt restoration documents without trapping, and restores only pages that can be shown")
  func fuzz() throws {
    let valid = Array(
      #"{"version":1,"pages":[{"id":"test.board","payload":{"number":1}},{"id":"test.item","payload":{"item":1,"mode":2}},{"id":"test.report","payload":{"name":"q","days":3,"style":"line"}}]}"#
        .utf8
    )
    let tokens = [
      "{", "}", "[", "]", ",", ":", "\"", "null", "1", "-", "e9", "\\u0000", "\\", "test.item", "payload", "\u{FF}",
    ]
    let rounds = LongTests.rounds(byDay: 10_000, byNight: 100_000)
    var random = SeededGenerator(seed: 43)
    var complete = 0
    var partial = 0
    for _ in 0..<rounds {
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
      let pages = (try? RestorationDocument.read(Data(bytes), catalog: catalog, limit: 9)) ?? []
      if pages.count >= 3 { complete += 1 }
      if (1...2).contains(pages.count) { partial += 1 }
      for (position, target) in pages.enumerated() where catalog.problem(with: target, position: position) != nil {
        Issue.record("a page that can't be shown was restored: \(target)")
      }
    }
    #expect(complete > rounds / 1_000)
    #expect(partial > rounds / 100)
  }
}
