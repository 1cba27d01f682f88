/// A coordinator that registers a feature's destinations.
///
/// A coordinator doesn't depend on other features.
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

  /// Creates a registry of all features' destinations and checks them.
  ///
  /// - Parameters:
  ///   - coordinators: All features' coordinators, in any order.
  ///   - linkSchemes: The accepted URL schemes, such as `example` for `example://books`. Links without a scheme are
  ///     always accepted.
  /// - Throws: ``RegistryError`` with all mistakes.
  @MainActor
  public init(_ coordinators: [any Coordinator<Screen>], linkSchemes: Set<String> = []) throws(RegistryError) {
    try self.init(linkSchemes: linkSchemes) { registrar in
      for coordinator in coordinators {
        coordinator.register(in: &registrar)
      }
    }
  }

  /// Creates a registry of the destinations that a closure registers and checks them.
  ///
  /// - Parameters:
  ///   - linkSchemes: The accepted URL schemes. Links without a scheme are always accepted.
  ///   - register: Registers the destinations.
  /// - Throws: ``RegistryError`` with all mistakes.
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

  /// Returns the screen for a validated target.
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

/// A recorder for the destinations that ``Coordinator/register(in:)`` registers.
///
/// The registrar collects mistakes, so the registry can report all of them at once.
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

  /// Registers a destination.
  ///
  /// - Parameters:
  ///   - type: The type of the destination.
  ///   - link: The link to the destination, with its back stack, or `nil` if the destination has no link.
  ///   - onUpdate: Passes a new payload to a visible screen and returns the screen to show, usually the same one.
  ///     If `onUpdate` is `nil`, the router asks the screen's guard and replaces the screen. If `onUpdate` throws,
  ///     nothing changes.
  ///   - fileID: The source file of the registration, for errors.
  ///   - line: The line number of the registration, for errors.
  ///   - onArrive: Creates the screen for a payload. If `onArrive` throws, the payload is rejected and nothing
  ///     changes. A screen may be created below other screens, so it should start loading when it is first shown
  ///     instead of here.
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
  /// Returns the payload as its registered type, which has already been checked.
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

  /// Replaces the payload that restoration saves for the entry.
  ///
  /// The screen isn't notified.
  public func revise(_ destination: D) {
    queue.send(.revise(entry, NavigationTarget(destination)))
  }
}

/// An error that a factory throws to reject a payload.
///
/// If the factory throws any other error, the error's description is the reason for the rejection.
public struct ArrivalRefusal: Error, Sendable, Equatable, CustomStringConvertible {
  /// The reason why the payload is rejected.
  public let description: String

  /// Creates an error with a reason, which is a sentence for people.
  public init(_ reason: String) {
    description = reason
  }
}
