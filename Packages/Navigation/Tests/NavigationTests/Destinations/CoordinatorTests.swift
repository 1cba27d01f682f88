import Navigation
import Testing

// Two features that could be in separate packages: neither depends on the other or on the router.

private struct ListPage: Destination {
  static let id: DestinationID = "list"
}

@MainActor
private struct ListFeature: Coordinator {
  let source: any Navigator

  func register(in registrar: inout DestinationRegistrar<String>) {
    registrar.register(ListPage.self, link: LinkRule("list", backStack: { _ in .fromRoot() })) { _, _ in "list" }
  }
}

private struct HelpPage: Destination {
  static let id: DestinationID = "help"
  var topic: String
}

@MainActor
private struct HelpFeature: Coordinator {
  func register(in registrar: inout DestinationRegistrar<String>) {
    registrar.register(HelpPage.self, link: LinkRule("help/:topic")) { help, _ in "help on \(help.topic)" }
  }
}

@Suite("Coordinators")
@MainActor
struct CoordinatorTests {
  @Test("makes a feature's screens reachable by adding only its coordinator")
  func addsAFeature() async throws {
    // Given: a program with one feature
    let queue = NavigationQueue()
    let list = ListFeature(source: queue)
    let before = try Router(DestinationRegistry<String>([list]), home: ListPage(), queue: queue)
    #expect(await before.perform(.open(link: "help/keys")) == .linkRejected(.unknownPath("help/keys", suggestions: [])))

    // When: another feature is added
    let after = try Router(DestinationRegistry<String>([list, HelpFeature()]), home: ListPage())

    // Then: commands and links can reach the new feature's screens from anywhere
    #expect(await after.perform(.push(HelpPage(topic: "keys"))).isMove)
    #expect(after.layers.page == "help on keys")
    #expect(await after.perform(.open(link: "help/mouse")).isMove)
    #expect(after.layers.page == "help on mouse")
  }

  @Test("accepts coordinators in any order")
  func orderDoesNotMatter() throws {
    let list = ListFeature(source: NavigationQueue())
    let one = try DestinationRegistry<String>([list, HelpFeature()]).catalog
    let other = try DestinationRegistry<String>([HelpFeature(), list]).catalog
    #expect(try one.path(of: "help/keys") == other.path(of: "help/keys"))
  }

  @Test("throws an error at startup if the same feature is registered twice")
  func twice() {
    #expect(throws: RegistryError.self) { try DestinationRegistry<String>([HelpFeature(), HelpFeature()]) }
  }
}
