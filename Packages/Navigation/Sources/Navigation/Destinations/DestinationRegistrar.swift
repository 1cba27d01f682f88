/// What a coordinator writes its destinations into while the program starts.
///
/// Mistakes are collected, so that the registry can report all of them at once.
public struct DestinationRegistrar<Screen> {
  struct Factory: Sendable {
    let make: @MainActor (NavigationTarget, EntryID, NavigationQueue) throws -> Screen
    let update: (@MainActor (Screen, NavigationTarget) throws -> Screen)?
  }

  private(set) var factories: [DestinationID: Factory] = [:]
  private(set) var records: [DestinationID: DestinationCatalogue.Record] = [:]
  private(set) var links: [LinkEntry] = []
  private(set) var problems: [RegistryError.Problem] = []

  init() {}

  /// Registers a destination.
  ///
  /// - Parameters:
  ///   - type: The destination.
  ///   - link: The link that leads there, with its back stack; nil for a place that no link reaches.
  ///   - onUpdate: Gives a shown screen a new payload and returns the screen to show, usually the same one. Without
  ///     it the screen is replaced, and its guard asked. Throwing leaves everything as it was.
  ///   - fileID: Where it is registered, for reports.
  ///   - line: The line of that.
  ///   - onArrive: Makes the screen for a payload. Throwing refuses the payload: nothing moves. The screen may be
  ///     made below others and not be seen at once, so it should load when it is first shown, not here.
  public mutating func register<D: Destination>(
    _ type: D.Type,
    link: LinkRule<D>? = nil,
    onUpdate: (@MainActor (Screen, D) throws -> Screen)? = nil,
    fileID: String = #fileID,
    line: Int = #line,
    onArrive: @escaping @MainActor (D, Visit<D>) throws -> Screen
  ) {
    let location = RegistrationLocation(fileID: fileID, line: line)
    if !D.id.isValid {
      problems.append(.invalidID(D.id, location))
      return
    }
    if let first = records[D.id] {
      problems.append(.duplicateID(D.id, first: first.location, second: location))
      return
    }
    let entry = link.flatMap { makeLink($0, location) }
    records[D.id] = DestinationCatalogue.Record(
      id: D.id,
      payload: D.self,
      updatesInPlace: onUpdate != nil,
      location: location,
      read: { container in
        let payload = try container.decode(D.self, forKey: .payload)
        return NavigationTarget(payload)
      },
      link: entry
    )
    factories[D.id] = Factory(
      make: { target, entry, queue in
        let payload: D = target.checkedValue()
        return try onArrive(payload, Visit<D>(entry: entry, queue: queue))
      },
      update: Self.updating(onUpdate)
    )
  }

  private static func updating<D: Destination>(
    _ onUpdate: (@MainActor (Screen, D) throws -> Screen)?
  ) -> (@MainActor (Screen, NavigationTarget) throws -> Screen)? {
    guard let onUpdate else { return nil }
    return { screen, target in
      let payload: D = target.checkedValue()
      return try onUpdate(screen, payload)
    }
  }

  private mutating func makeLink<D: Destination>(_ rule: LinkRule<D>, _ location: RegistrationLocation) -> LinkEntry? {
    do throws(LinkPattern.Malformed) {
      let entry = LinkEntry(rule, pattern: try LinkPattern(rule.pattern), location: location)
      if let rival = links.first(where: { $0.pattern.shape == entry.pattern.shape }) {
        problems.append(.duplicateLink(entry.pattern.description, first: rival.id, second: D.id, location))
        return nil
      }
      links.append(entry)
      return entry
    } catch {
      problems.append(.malformedLink(D.id, pattern: rule.pattern, reason: error.reason, location))
      return nil
    }
  }
}

extension NavigationTarget {
  /// The payload, which the catalogue found to be of this type before.
  fileprivate func checkedValue<D: Destination>() -> D {
    guard let value = value(as: D.self) else {
      preconditionFailure("The rules let a payload through that the catalogue refuses: \(id)")
    }
    return value
  }
}
