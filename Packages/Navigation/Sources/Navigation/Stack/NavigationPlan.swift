/// What a command would do to a stack, before anybody was asked: which entries stay, which go, which come.
public struct NavigationPlan: Sendable, Equatable {
  struct Revision: Sendable, Equatable {
    let index: Int
    let target: NavigationTarget
    /// Whether the screen is told; not when it asked for the revision itself.
    let isTold: Bool
  }

  /// What comes of it when nobody objects.
  public let outcome: NavigationOutcome
  /// How many entries stay, counted from the bottom; those above go, or are asked when the program ends.
  public let keep: Int
  /// What comes on top of them.
  public let added: [NavigationTarget]
  /// As what it comes.
  public let place: PresentationStyle
  let revision: Revision?
  let generation: UInt64

  /// Whether the stack would change.
  public var isChange: Bool {
    if case .moved = outcome { return true }
    return false
  }

  /// Whether guards have to be asked, because entries would go.
  var asksGuards: Bool { isChange || outcome == .quit }
}
