import Navigation
import Testing

private struct Awkward: Destination {
  enum Way: CaseIterable {
    case list, single, nested, nestedList, above, aboveKey, valueKeyed, valueList, listInList, nothing
  }

  enum Key: String, CodingKey { case value, inner }

  struct Keyed: Codable, Equatable { var value = 1 }

  static let id: DestinationID = "test.awkward"
  /// The way to decode the payload, used by only one test at a time, on the main actor.
  nonisolated(unsafe) static var way = Way.list

  init() {}

  init(from decoder: any Decoder) throws {
    switch Self.way {
    case .list, .listInList: _ = try decoder.unkeyedContainer()
    case .single: _ = try decoder.singleValueContainer()
    case .nested: _ = try decoder.container(keyedBy: Key.self).nestedContainer(keyedBy: Key.self, forKey: .value)
    case .nestedList: _ = try decoder.container(keyedBy: Key.self).nestedUnkeyedContainer(forKey: .value)
    case .above: _ = try decoder.container(keyedBy: Key.self).superDecoder()
    case .aboveKey: _ = try decoder.container(keyedBy: Key.self).superDecoder(forKey: .value)
    case .valueKeyed: _ = try decoder.container(keyedBy: Key.self).decode(Keyed.self, forKey: .value)
    case .valueList: _ = try decoder.container(keyedBy: Key.self).decode([Int].self, forKey: .value)
    case .nothing: throw ArrivalRefusal("It is never right.")
    }
  }

  func encode(to encoder: any Encoder) throws {}
}

@Suite("Payloads that links can't contain", .serialized)
@MainActor
struct AwkwardPayloadTests {
  @Test("rejects payloads that links can't contain, with a reason", arguments: Awkward.Way.allCases)
  private func refused(way: Awkward.Way) throws {
    Awkward.way = way
    let catalog = try DestinationRegistry<Int> { registrar in
      registrar.register(Awkward.self, link: LinkRule("awkward?value")) { _, _ in 0 }
    }.catalog
    do throws(DeepLinkError) {
      _ = try catalog.path(of: "awkward?value=1")
      Issue.record("read")
    } catch {
      let reason =
        switch way {
        case .list, .listInList, .single, .above, .aboveKey: "A link can contain only named values."
        case .nested, .nestedList, .valueKeyed, .valueList: "“value” is not a single value."
        case .nothing: "It is never right."
        }
      #expect(error == .unreadable(Awkward.id, reason: reason))
    }
  }
}
