/// All destinations of a program with the factories of their screens, checked and unchangeable.
public struct DestinationRegistry<Screen>: Sendable {
  /// What is known without screens: names, payloads, links.
  public let catalogue: DestinationCatalogue
  let factories: [DestinationID: DestinationRegistrar<Screen>.Factory]

  /// Collects and checks the destinations of all features.
  ///
  /// - Parameters:
  ///   - coordinators: One per feature, in any order.
  ///   - linkSchemes: Schemes that a link may begin with, such as `example` for `example://books`. A link without
  ///     any scheme is always accepted.
  /// - Throws: ``RegistryError`` with every mistake that was found.
  @MainActor
  public init(_ coordinators: [any Coordinator<Screen>], linkSchemes: Set<String> = []) throws(RegistryError) {
    try self.init(linkSchemes: linkSchemes) { registrar in
      for coordinator in coordinators {
        coordinator.register(in: &registrar)
      }
    }
  }

  /// Collects and checks the destinations that a closure registers.
  ///
  /// - Parameters:
  ///   - linkSchemes: Schemes that a link may begin with; a link without any scheme is always accepted.
  ///   - register: Registers the destinations.
  /// - Throws: ``RegistryError`` with every mistake that was found.
  @MainActor
  public init(
    linkSchemes: Set<String> = [],
    register: @MainActor (inout DestinationRegistrar<Screen>) -> Void
  ) throws(RegistryError) {
    var registrar = DestinationRegistrar<Screen>()
    register(&registrar)
    guard registrar.problems.isEmpty else { throw RegistryError(problems: registrar.problems) }
    factories = registrar.factories
    catalogue = DestinationCatalogue(
      records: registrar.records,
      links: LinkTable(entries: registrar.links, schemes: linkSchemes)
    )
  }
}
