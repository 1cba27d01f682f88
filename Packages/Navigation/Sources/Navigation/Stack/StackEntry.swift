/// The identity of an entry, unique for the life of a stack.
public struct EntryID: Hashable, Sendable, Codable, CustomStringConvertible {
  let number: UInt64

  init(_ number: UInt64) {
    self.number = number
  }

  /// Reads the plain number.
  public init(from decoder: any Decoder) throws {
    number = try decoder.singleValueContainer().decode(UInt64.self)
  }

  /// Writes the plain number.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }

  /// The number with a sign before it.
  public var description: String { "#\(number)" }
}

/// One entry of the stack.
public struct StackEntry: Sendable, Equatable, Identifiable {
  /// Its identity.
  public let id: EntryID
  /// Where it is and with which payload.
  public internal(set) var target: NavigationTarget
  /// How it is shown.
  public let place: PresentationStyle
}
