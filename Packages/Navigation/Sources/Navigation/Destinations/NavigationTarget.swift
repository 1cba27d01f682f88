/// A destination with its payload, whatever its type: what commands, stacks and outcomes carry.
public struct NavigationTarget: Sendable {
  /// The name of the destination.
  public let id: DestinationID
  /// Kept in one reference, so that stacks and outcomes are cheap to copy.
  let payload: Payload

  final class Payload: Sendable {
    enum Content: Sendable {
      case value(any Destination)
      case unreadable(reason: String)
    }

    let content: Content

    init(_ content: Content) {
      self.content = content
    }
  }

  /// Makes a target of a destination.
  public init<D: Destination>(_ destination: D) {
    id = D.id
    payload = Payload(.value(destination))
  }

  /// Makes a target for something that was read from outside and is not known, or whose payload could not be read.
  ///
  /// A router answers it with ``NavigationOutcome/unknown(_:suggestions:)`` or ``NavigationOutcome/payloadRejected(_:)``.
  public init(unreadable id: DestinationID, reason: String) {
    self.id = id
    payload = Payload(.unreadable(reason: reason))
  }

  /// The payload as the given type, or nil when it is another destination's.
  public func value<D: Destination>(as type: D.Type = D.self) -> D? {
    guard case .value(let value) = payload.content else { return nil }
    return value as? D
  }

  /// The payload's type, or nil when the payload could not be read.
  var payloadType: (any Destination.Type)? {
    guard case .value(let value) = payload.content else { return nil }
    return type(of: value)
  }

  /// Why the payload could not be read, or nil when there is one.
  var unreadableReason: String? {
    guard case .unreadable(let reason) = payload.content else { return nil }
    return reason
  }

  /// Whether both mean the same place; see ``Destination/isSamePlace(as:)``.
  public func isSamePlace(as other: NavigationTarget) -> Bool {
    guard id == other.id, case .value(let value) = payload.content, case .value(let otherValue) = other.payload.content
    else { return false }
    return samePlace(value, otherValue)
  }

  private func samePlace<D: Destination>(_ value: D, _ other: any Destination) -> Bool {
    guard let other = other as? D else { return false }
    return value.isSamePlace(as: other)
  }
}

extension NavigationTarget: Equatable {
  /// Whether both have the same destination and equal payloads.
  public static func == (lhs: NavigationTarget, rhs: NavigationTarget) -> Bool {
    guard lhs.id == rhs.id else { return false }
    if lhs.payload === rhs.payload { return true }
    switch (lhs.payload.content, rhs.payload.content) {
    case (.value(let left), .value(let right)): return isEqual(left, right)
    case (.unreadable(let left), .unreadable(let right)): return left == right
    default: return false
    }
  }

  private static func isEqual<D: Destination>(_ left: D, _ right: any Destination) -> Bool {
    guard let right = right as? D else { return false }
    return left == right
  }
}

extension NavigationTarget: CustomStringConvertible {
  /// The name of the destination, without its payload, which may hold what doesn't belong into a log.
  public var description: String { id.rawValue }
}
