/// A coordinator that registers a feature's destinations, without depending on other features.
@MainActor
public protocol Coordinator<Screen> {
  /// The type of screen that the router shows.
  associatedtype Screen

  /// Registers the feature's destinations.
  func register(in registrar: inout DestinationRegistrar<Screen>)
}

/// A program's destinations, with the factories for their screens.
public struct DestinationRegistry<Screen>: Sendable {
  /// The destinations without their screens: names, payload types and links.
  public let catalog: DestinationCatalog
  let factories: [DestinationID: DestinationRegistrar<Screen>.Factory]

  /// Creates a registry of all features' destinations, or throws an error that contains all mistakes.
  ///
  /// Links can have one of `linkSchemes`, such as `example` for `example://books`, or no scheme.
  @MainActor
  public init(_ coordinators: [any Coordinator<Screen>], linkSchemes: Set<String> = []) throws(RegistryError) {
    try self.init(linkSchemes: linkSchemes) { registrar in
      for coordinator in coordinators {
        coordinator.register(in: &registrar)
      }
    }
  }

  /// Creates a registry of the destinations that a closure registers, or throws an error that contains all mistakes.
  ///
  /// Links can have one of `linkSchemes` or no scheme.
  @MainActor
  public init(
    linkSchemes: Set<String> = [],
    register: @MainActor (inout DestinationRegistrar<Screen>) -> Void
  ) throws(RegistryError) {
    var registrar = DestinationRegistrar<Screen>()
    register(&registrar)
    guard registrar.problems.isEmpty else { throw RegistryError(problems: registrar.problems) }
    factories = registrar.factories
    catalog = DestinationCatalog(records: registrar.records, links: registrar.links, schemes: linkSchemes)
  }

  @MainActor
  func makeScreen(
    _ target: NavigationTarget,
    at position: Int,
    entry: EntryID,
    queue: NavigationQueue
  ) throws(PayloadRejection) -> Screen {
    guard let factory = factories[target.id] else {
      preconditionFailure("The catalog and the factories of a registry differ: \(target.id)")
    }
    do {
      return try factory.make(target, entry, queue)
    } catch {
      throw PayloadRejection(id: target.id, position: position, reason: String(describing: error))
    }
  }
}

/// A collector of destinations and registration mistakes, so that the registry can report all mistakes together.
public struct DestinationRegistrar<Screen> {
  struct Factory: Sendable {
    let make: @MainActor (NavigationTarget, EntryID, NavigationQueue) throws -> Screen
    let update: (@MainActor (Screen, NavigationTarget) throws -> Screen)?
  }

  private(set) var factories: [DestinationID: Factory] = [:]
  private(set) var records: [DestinationID: DestinationCatalog.Record] = [:]
  private(set) var links: [LinkEntry] = []
  private(set) var problems: [RegistryError.Problem] = []

  init() {}

  /// Registers a destination, optionally with a link and its back stack.
  ///
  /// `onArrive` creates the screen for a payload. The screen may be below other screens, so it should start loading
  /// only when it is first shown.
  ///
  /// `onUpdate` passes a new payload to a visible screen and returns the screen to show, usually the same one. Without
  /// `onUpdate`, the router asks the screen's guard and replaces the screen.
  ///
  /// If either closure throws an error, the payload is rejected and nothing changes.
  public mutating func register<D: Destination>(
    _ type: D.Type,
    link: LinkRule<D>? = nil,
    onUpdate: (@MainActor (Screen, D) throws -> Screen)? = nil,
    fileID: String = #fileID,
    line: Int = #line,
    onArrive: @escaping @MainActor (D, Visit<D>) throws -> Screen
  ) {
    let location = RegistrationLocation(fileID: fileID, line: line)
    guard D.id.isValid else {
      problems.append(.invalidID(D.id, location))
      return
    }
    if let first = records[D.id] {
      problems.append(.duplicateID(D.id, first: first.location, second: location))
      return
    }
    if let link { add(link, location) }
    records[D.id] = DestinationCatalog.Record(payload: D.self, updatesInPlace: onUpdate != nil, location: location)
    var update: (@MainActor (Screen, NavigationTarget) throws -> Screen)?
    if let onUpdate { update = { try onUpdate($0, $1.checkedValue()) } }
    factories[D.id] = Factory(
      make: { try onArrive($0.checkedValue(), Visit<D>(entry: $1, queue: $2)) },
      update: update
    )
  }

  private mutating func add<D: Destination>(_ rule: LinkRule<D>, _ location: RegistrationLocation) {
    do throws(LinkPattern.Malformed) {
      let entry = LinkEntry(rule, pattern: try LinkPattern(rule.pattern))
      if let rival = links.first(where: { $0.pattern.shape == entry.pattern.shape }) {
        problems.append(.duplicateLink(entry.pattern.description, first: rival.id, second: D.id, location))
      } else {
        links.append(entry)
      }
    } catch {
      problems.append(.malformedLink(D.id, pattern: rule.pattern, reason: error.reason, location))
    }
  }
}

extension NavigationTarget {
  fileprivate func checkedValue<D: Destination>() -> D {
    guard let value = value(as: D.self) else {
      preconditionFailure("The catalog accepted a payload of another type: \(id)")
    }
    return value
  }
}

/// A screen's entry on the stack, as passed to the screen's factory.
public struct Visit<D: Destination>: Sendable {
  /// The identity of the entry.
  public let entry: EntryID
  let queue: NavigationQueue

  /// Replaces the payload that restoration saves for the entry, without notifying the screen.
  public func revise(_ destination: D) {
    queue.send(.revise(entry, NavigationTarget(destination)))
  }
}

/// An error that a factory throws to reject a payload, with a human-readable reason.
///
/// For any other error, the reason for the rejection is the error's description.
public struct ArrivalRefusal: Error, Sendable, Equatable, CustomStringConvertible {
  /// The reason why the payload is rejected.
  public let description: String

  /// Creates an error with a reason, as a human-readable sentence.
  public init(_ reason: String) {
    description = reason
  }
}
