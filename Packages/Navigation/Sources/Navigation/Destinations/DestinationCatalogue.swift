/// What is known about every destination without any screen: names, how payloads are read, links.
///
/// The registry makes it. It is a value that any thread may use, for example to check a link on a command line
/// before anything is shown.
public struct DestinationCatalogue: Sendable {
  struct Record: Sendable {
    let id: DestinationID
    let payload: any Destination.Type
    let updatesInPlace: Bool
    let location: RegistrationLocation
    let read: @Sendable (KeyedDecodingContainer<NavigationTarget.CodingKeys>) throws -> NavigationTarget
    let link: LinkEntry?
  }

  let records: [DestinationID: Record]
  let links: LinkTable

  /// Every destination, in the order of the names.
  public var routes: [RouteDescription] {
    records.values.sorted { $0.id < $1.id }.map {
      RouteDescription(id: $0.id, link: $0.link?.pattern.description, location: $0.location)
    }
  }

  /// The registered names that are nearest to a mistyped one, at most three, nearest first.
  public func suggestions(for id: DestinationID) -> [DestinationID] {
    nearestNames(to: id.rawValue, among: records.keys.map(\.rawValue)).map(DestinationID.init(rawValue:))
  }

  /// The outcome for a target that can't be shown, or nil when it can.
  func problem(with target: NavigationTarget, position: Int = 0) -> NavigationOutcome? {
    guard let record = records[target.id] else {
      return .unknown(target.id, suggestions: suggestions(for: target.id))
    }
    if let reason = target.unreadableReason {
      return .payloadRejected(PayloadRejection(id: target.id, position: position, reason: reason))
    }
    guard let type = target.payloadType, type == record.payload else {
      let reason = "It was sent as another type than the one that is registered, \(record.payload)."
      return .payloadRejected(PayloadRejection(id: target.id, position: position, reason: reason))
    }
    return nil
  }

  func readTarget(
    _ id: DestinationID,
    from container: KeyedDecodingContainer<NavigationTarget.CodingKeys>
  ) throws(TargetReadingError) -> NavigationTarget {
    guard let record = records[id] else { throw .unknown(id, suggestions: suggestions(for: id)) }
    do {
      return try record.read(container)
    } catch {
      throw .unreadablePayload(id, reason: sentence(for: error))
    }
  }
}
