/// A change of the stack.
public struct NavigationMove: Sendable, Equatable, CustomStringConvertible {
  /// What kind of change.
  public enum Kind: String, Sendable, Codable, CaseIterable {
    /// A page was added.
    case pushed
    /// A popup was opened.
    case poppedUp
    /// Entries were removed from the top.
    case returned
    /// An entry below the top came back to the top.
    case broughtBack
    /// The entry stayed and its screen got a new payload.
    case updated
    /// The entry made room for another one of the same place.
    case replaced
    /// Another root took the place of everything.
    case restarted
    /// A path of pages was built.
    case shown
    /// The pages of a restoration document took the place of all others.
    case restored
    /// A screen recorded a new payload for its entry.
    case revised
  }

  /// What kind of change.
  public let kind: Kind
  /// What was on top before.
  public let from: NavigationTarget
  /// What is on top now.
  public let to: NavigationTarget
  /// What was removed, the topmost first.
  public let removed: [NavigationTarget]
  /// How many entries the stack has now.
  public let depth: Int

  /// Makes a record of a change, for tests of those who look at outcomes.
  public init(kind: Kind, from: NavigationTarget, to: NavigationTarget, removed: [NavigationTarget] = [], depth: Int) {
    self.kind = kind
    self.from = from
    self.to = to
    self.removed = removed
    self.depth = depth
  }

  /// The kind and the two ends.
  public var description: String {
    let gone = removed.isEmpty ? "" : ", \(removed.count) removed"
    return "\(kind.rawValue): \(from) → \(to)\(gone), depth \(depth)"
  }
}
