/// A wish to move, sent by anybody through a ``Navigator`` and carried out by the router alone.
///
/// Call sites use the typed forms, such as ``push(_:policy:)``; the cases with targets are what the router, logs and
/// interceptors see.
public enum NavigationCommand: Sendable, Equatable, Codable {
  /// Removes the topmost entries, popups first, but never the root.
  case back(steps: Int = 1)
  /// Removes whatever lies above the topmost page of that destination.
  case popTo(id: DestinationID)
  /// Shows a page on top; popups go, as they belonged to the page before.
  case push(target: NavigationTarget, policy: PushPolicy)
  /// Shows a popup over everything.
  case popup(target: NavigationTarget, policy: PushPolicy)
  /// Removes the topmost popup.
  case dismissPopup
  /// Removes everything but the root.
  case home
  /// Removes everything and begins anew with another root; the same root stays.
  case newHome(target: NavigationTarget)
  /// Shows the last target, with the others below it as its back stack; what is there already stays.
  case show(path: [NavigationTarget], base: PathBase)
  /// Goes where a link leads.
  case open(link: String)
  /// Replaces all pages by those of a restoration document.
  case restore(path: [NavigationTarget])
  /// Removes one entry and everything above it; sent by ``Visit/finish()``.
  case finish(EntryID)
  /// Replaces the payload of one entry without telling its screen; sent by ``Visit/revise(_:)``.
  case revise(EntryID, NavigationTarget)
  /// Ends the program, if no screen objects.
  case quit
}

extension NavigationCommand {
  /// Shows a page on top.
  public static func push<D: Destination>(_ destination: D, policy: PushPolicy = .single) -> NavigationCommand {
    .push(target: NavigationTarget(destination), policy: policy)
  }

  /// Shows a popup over everything.
  public static func popup<D: Destination>(_ destination: D, policy: PushPolicy = .single) -> NavigationCommand {
    .popup(target: NavigationTarget(destination), policy: policy)
  }

  /// Begins anew with another root.
  public static func newHome<D: Destination>(_ destination: D) -> NavigationCommand {
    .newHome(target: NavigationTarget(destination))
  }

  /// Removes whatever lies above the topmost page of that destination.
  public static func popTo<D: Destination>(_ type: D.Type) -> NavigationCommand {
    .popTo(id: D.id)
  }

  /// What would be shown on top in the end, where the command itself says so.
  public var target: NavigationTarget? {
    switch self {
    case .push(let target, _), .popup(let target, _), .newHome(let target): target
    case .show(let path, _), .restore(let path): path.last
    case .back, .popTo, .dismissPopup, .home, .open, .finish, .revise, .quit: nil
    }
  }

  /// Every target that the command would place on the stack, from the bottom.
  public var targets: [NavigationTarget] {
    switch self {
    case .show(let path, _), .restore(let path): path
    default: target.map { [$0] } ?? []
    }
  }

  /// Whether the command means what is on top at the moment, rather than a place of its own.
  var isRelative: Bool {
    switch self {
    case .back, .dismissPopup: true
    default: false
    }
  }
}

extension NavigationCommand: CustomStringConvertible {
  /// The command with the names of its destinations, without their payloads.
  public var description: String {
    func list(_ path: [NavigationTarget]) -> String { path.map(\.description).joined(separator: " › ") }
    return switch self {
    case .back(let steps): steps == 1 ? "back" : "back \(steps)"
    case .popTo(let id): "pop to \(id)"
    case .push(let target, let policy): "push \(target) (\(policy.rawValue))"
    case .popup(let target, let policy): "popup \(target) (\(policy.rawValue))"
    case .dismissPopup: "dismiss popup"
    case .home: "home"
    case .newHome(let target): "new home \(target)"
    case .show(let path, let base): "show \(list(path)) from \(base.rawValue)"
    case .open: "open a link"
    case .restore(let path): "restore \(list(path))"
    case .finish(let entry): "finish \(entry)"
    case .revise(let entry, let target): "revise \(entry) \(target)"
    case .quit: "quit"
    }
  }
}
