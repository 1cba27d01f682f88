import Foundation
import Navigation
import Testing

@Suite("Deep links")
@MainActor
struct DeepLinkTests {
  let catalog: DestinationCatalog
  nonisolated static let owner = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))

  init() throws {
    catalog = try Scene().registry(schemes: ["Example"]).catalog
  }

  private func target(_ link: String) throws(DeepLinkError) -> NavigationTarget? {
    try catalog.path(of: link).targets.last
  }

  private func error(_ link: String) -> DeepLinkError? {
    do throws(DeepLinkError) {
      _ = try target(link)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "decodes a payload from a link",
    arguments: [
      ("reports/q1", Report(name: "q1")),
      ("/reports/q1/", Report(name: "q1")),
      ("reports/q1?", Report(name: "q1")),
      ("example://reports/q1", Report(name: "q1")),
      ("EXAMPLE:///reports/q1", Report(name: "q1")),
      ("reports/a%2Fb%20c?days=-3&ratio=1e2&isLive=true&style=bars&note=", report("a/b c")),
      ("reports/Zoë?note=a+b=c?d/e", Report(name: "Zoë", note: "a+b=c?d/e")),
      ("reports/BTC:USD", Report(name: "BTC:USD")),
      ("reports/%E4%BD%A0", Report(name: "你")),
      ("reports/..", Report(name: "..")),
      ("reports/x?owner=01020304-0506-0708-090a-0b0c0d0e0f10", Report(name: "x", owner: owner)),
    ] as [(String, Report)]
  )
  func parses(link: String, expected: Report) throws {
    #expect(try target(link) == NavigationTarget(expected))
  }

  nonisolated private static func report(_ name: String) -> Report {
    Report(name: name, days: -3, ratio: 100, isLive: true, style: .bars, note: "")
  }

  @Test("prefers a literal link segment to a value at the same position")
  func literalWins() throws {
    #expect(try target("reports/sign-in") == NavigationTarget(SignIn()))
  }

  @Test(
    "rejects malformed links with the reason",
    arguments: [
      ("", .empty), ("/", .empty), ("//", .empty), ("///", .emptySegment(offset: 1)), ("?a=b", .empty),
      ("example://", .empty),
      ("reports//q1", .emptySegment(offset: 8)), ("other://reports/q1", .foreignScheme("other", accepted: ["Example"])),
      ("reports/q1#top", .fragment(offset: 10)), ("reports/q1?=3", .namelessParameter(offset: 11)),
      ("reports/q1?days=1&&note=x", .namelessParameter(offset: 18)),
      ("reports/q1?days=1&days=1", .repeatedParameter("days")),
      ("reports/a b", .forbiddenCharacter(offset: 9)), ("reports/a\u{1B}", .forbiddenCharacter(offset: 9)),
      ("reports/%1B", .forbiddenCharacter(offset: 8)), ("reports/%C2%85", .forbiddenCharacter(offset: 8)),
      ("reports/%00", .forbiddenCharacter(offset: 8)), ("reports/<a>", .forbiddenCharacter(offset: 8)),
      ("reports/%", .malformedPercentCode(offset: 8)), ("reports/%4", .malformedPercentCode(offset: 8)),
      ("reports/%GG", .malformedPercentCode(offset: 8)), ("reports/%FF", .malformedPercentCode(offset: 8)),
      ("reports/%ED%A0%80", .malformedPercentCode(offset: 8)),
      ("reprots/q1", .unknownPath("reprots/q1", suggestions: ["reports/sign-in", reports])),
      ("reports", .unknownPath("reports", suggestions: ["reports/sign-in", reports])),
      ("zzz", .unknownPath("zzz", suggestions: [])),
      ("reports/q1?dayz=1", .unknownParameter("dayz", of: Report.id, suggestions: ["days"])),
      ("reports/q1?style=pie", style), ("reports/q1?days=1.5", days), ("reports/q1?days=99999999999999999999", days),
      ("reports/q1?days=", days),
      ("reports/q1?ratio=nan", ratio), ("reports/q1?ratio=inf", ratio), ("reports/q1?ratio=1e999", ratio),
      ("reports/q1?isLive=yes", .malformedValue("isLive", of: Report.id, reason: "It must be true or false.")),
      ("boards/x", .malformedValue("number", of: Board.id, reason: days.reason)),
    ] as [(String, DeepLinkError)]
  )
  func refuses(link: String, expected: DeepLinkError) {
    #expect(error(link) == expected)
  }

  nonisolated private static let reports = "reports/:name?owner&days&ratio&isLive&style&note"
  nonisolated private static let style = DeepLinkError.malformedValue(
    "style",
    of: Report.id,
    reason: "It isn't an accepted value."
  )
  nonisolated private static let days = DeepLinkError.malformedValue(
    "days",
    of: Report.id,
    reason: "It must be a whole number of at most 18 digits."
  )
  nonisolated private static let ratio = DeepLinkError.malformedValue(
    "ratio",
    of: Report.id,
    reason: "It must be a number."
  )

  @Test("accepts a 2,048-byte link and rejects a longer one")
  func lengthLimit() {
    let name = String(repeating: "a", count: 2048 - 8)
    #expect(error("reports/" + name) == nil)
    #expect(error("reports/a" + name) == .tooLong(limit: 2048))
  }

  struct Numbers: Destination {
    enum CodingKeys: String, CodingKey { case byte, small, wide, ratio, explicit }

    static let id: DestinationID = "numbers"
    var byte: UInt8?
    var small: Int8?
    var wide: UInt64?
    var ratio: Float?
    var explicit: Int?

    init(byte: UInt8? = nil, small: Int8? = nil, wide: UInt64? = nil, ratio: Float? = nil, explicit: Int? = nil) {
      (self.byte, self.small, self.wide, self.ratio, self.explicit) = (byte, small, wide, ratio, explicit)
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      byte = try container.decodeIfPresent(UInt8.self, forKey: .byte)
      small = try container.decodeIfPresent(Int8.self, forKey: .small)
      wide = try container.decodeIfPresent(UInt64.self, forKey: .wide)
      ratio = try container.decodeIfPresent(Float.self, forKey: .ratio)
      // Unlike `decodeIfPresent`, this asks the value itself whether it is nil.
      explicit = container.contains(.explicit) ? try container.decode(Int?.self, forKey: .explicit) : nil
    }
  }

  private func numbers(_ query: String) throws(DeepLinkError) -> Numbers? {
    let registry = try? DestinationRegistry<Int> { registrar in
      registrar.register(Numbers.self, link: LinkRule("n?byte&small&wide&ratio&explicit")) { _, _ in 0 }
    }
    return try registry?.catalog.path(of: "n?" + query).targets.last?.value()
  }

  @Test("decodes every number in the range of its type")
  func numberRanges() throws {
    #expect(try numbers("byte=0&small=-128") == Numbers(byte: 0, small: -128))
    #expect(try numbers("byte=255&small=127") == Numbers(byte: 255, small: 127))
    #expect(try numbers("wide=18446744073709551615&ratio=-1.5") == Numbers(wide: .max, ratio: -1.5))
    #expect(try numbers("explicit=3") == Numbers(explicit: 3))
  }

  @Test(
    "states the range of a number that is out of range",
    arguments: [
      ("byte", "256", "It must be a whole number from 0 to 255."),
      ("byte", "-1", "It must be a whole number from 0 to 255."),
      ("small", "128", "It must be a whole number from -128 to 127."),
      ("wide", "18446744073709551616", "It must be a whole number of at most 19 digits."),
      ("ratio", "1e39", "It must be a number."),
    ]
  )
  func numbersOutOfRange(name: String, value: String, reason: String) {
    #expect(throws: DeepLinkError.malformedValue(name, of: Numbers.id, reason: reason)) {
      try numbers("\(name)=\(value)")
    }
  }

  @Test("rejects payloads that links can't contain instead of dropping values")
  func unsupportedShapes() throws {
    struct Nested: Destination {
      struct Inner: Codable, Equatable { var value = 1 }
      static let id: DestinationID = "nested"
      var inner = Inner()
    }
    struct Listed: Destination {
      static let id: DestinationID = "listed"
      var list = [1]
    }
    struct Forgotten: Destination {
      static let id: DestinationID = "forgotten"
      var seen = 1
      var forgotten = 2
    }
    let catalog = try DestinationRegistry<Int> { registrar in
      registrar.register(Nested.self, link: LinkRule("nested/:inner")) { _, _ in 0 }
      registrar.register(Listed.self, link: LinkRule("listed?list")) { _, _ in 0 }
      registrar.register(Forgotten.self, link: LinkRule("forgotten?seen")) { _, _ in 0 }
    }.catalog
    #expect(throws: DeepLinkError.self) { try catalog.path(of: "nested/1") }
    #expect(throws: DeepLinkError.self) { try catalog.path(of: "listed?list=1") }
    #expect(throws: DeepLinkError.missingValue("forgotten", of: Forgotten.id)) {
      try catalog.path(of: "forgotten?seen=1")
    }
  }

  @Test("builds a link's back stack above the existing root")
  func backStack() async throws {
    let router = try Scene().router(home: Item(item: 9, mode: 9))
    #expect(await router.perform(.open(link: "items/3/1")).isMove)
    #expect(
      router.targets == [
        NavigationTarget(Item(item: 9, mode: 9)), NavigationTarget(Item(item: 3, mode: 0)), NavigationTarget(SignIn()),
        NavigationTarget(Item(item: 3, mode: 1)),
      ]
    )
  }

  @Test("updates the current page again when a user follows a link to it, and closes the popup over it")
  func alreadyShown() async throws {
    let scene = Scene()
    let router = try scene.router()
    _ = await router.perform(.open(link: "items/3/1"))
    let before = router.stack
    #expect(await router.perform(.open(link: "items/3/1")) == .unchanged(.alreadyShown))
    #expect(router.stack == before)
    #expect(scene.screens.last?.updates == 1)
    _ = await router.perform(.popup(Picker(title: "p")))
    #expect(await router.perform(.open(link: "items/3/1")).isMove)
    #expect(router.stack.entries == before.entries)
  }

  @Test("returns to the existing root when a user follows a link to it from a deeper page")
  func rootWhileDeeper() async throws {
    let router = try Scene().router()
    let root = router.stack.root.id
    _ = await router.perform(.push(Item(item: 1, mode: 0)))
    #expect(await router.perform(.open(link: "boards/0")).isMove)
    #expect(router.stack.entries.map(\.id) == [root])
  }
}

extension DeepLinkError {
  fileprivate var reason: String {
    if case .malformedValue(_, _, let reason) = self { return reason }
    return ""
  }
}
