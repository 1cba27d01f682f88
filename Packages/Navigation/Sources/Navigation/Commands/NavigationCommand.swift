/// A navigation request that screens and view models send to the router through a ``Navigator``.
///
/// Callers use the typed factory methods, such as ``push(_:policy:)``.
public enum NavigationCommand: Sendable, Equatable {
  /// Removes the topmost entries, popups first, but never the root.
  case back(steps: Int = 1)
  /// Pushes a page onto the stack and closes the popups over the page below.
  case push(target: NavigationTarget, policy: PushPolicy)
  /// Shows a popup above all other entries.
  case popup(target: NavigationTarget, policy: PushPolicy)
  /// Removes all entries except the root.
  case home
  /// Removes entries and gives the entry that is then at the top a new payload, such as a choice that a popup made.
  ///
  /// `steps` is the number of entries to remove, as for ``back(steps:)``; `nil` removes all entries except the root.
  case deliver(target: NavigationTarget, steps: Int?)
  /// Replaces all pages with a path whose first target is the root, and closes the popups.
  ///
  /// Pages at the bottom of the stack keep their screens if they equal the first targets in the path.
  case newHome(path: [NavigationTarget])
  /// Shows the last target above the preceding targets, keeping the screens of pages that already match the path.
  case show(path: [NavigationTarget], base: PathBase)
  /// Shows a link's destination above its back stack.
  case open(link: String)
  /// Replaces an entry's payload without notifying the entry's screen; see ``Visit/revise(_:)``.
  case revise(EntryID, NavigationTarget)
  /// Asks all screens' guards, and closes the router if no guard objects.
  case quit
}

extension NavigationCommand {
  /// Returns a command that pushes a page onto the stack.
  public static func push<D: Destination>(_ destination: D, policy: PushPolicy = .single) -> NavigationCommand {
    .push(target: NavigationTarget(destination), policy: policy)
  }

  /// Returns a command that shows a popup above all other entries.
  public static func popup<D: Destination>(_ destination: D, policy: PushPolicy = .single) -> NavigationCommand {
    .popup(target: NavigationTarget(destination), policy: policy)
  }

  /// Returns a command that goes back and gives the revealed screen a new payload.
  ///
  /// Nothing changes if the revealed entry has another destination.
  public static func back<D: Destination>(steps: Int = 1, with destination: D) -> NavigationCommand {
    .deliver(target: NavigationTarget(destination), steps: steps)
  }

  /// Returns a command that removes all entries except the root and gives the root a new payload.
  ///
  /// Nothing changes if the root has another destination.
  public static func home<D: Destination>(with destination: D) -> NavigationCommand {
    .deliver(target: NavigationTarget(destination), steps: nil)
  }

  /// Returns a command that replaces all entries with a new root.
  public static func newHome<D: Destination>(_ destination: D) -> NavigationCommand {
    .newHome(path: [NavigationTarget(destination)])
  }

  /// The target that the command would show at the top, or `nil` for links and for commands without a target.
  public var target: NavigationTarget? {
    switch self {
    case .push(let target, _), .popup(let target, _), .deliver(let target, _): target
    case .newHome(let path), .show(let path, _): path.last
    case .back, .home, .open, .revise, .quit: nil
    }
  }
}

/// The effect of a push when the destination is already on the stack.
public enum PushPolicy: String, Sendable, CaseIterable {
  /// Reuses the top entry if it represents the same place, and updates its screen if the payload differs.
  case single
  /// Returns to the topmost entry for the same place, updates its payload, and removes the entries above it.
  case bringBack
  /// Adds a new entry.
  case always
}

/// The presentation style of an entry.
public enum PresentationStyle: String, Sendable, CaseIterable {
  /// The entry fills the container and covers the page below.
  case page
  /// The entry is shown over the top page, which stays visible.
  case popup
}

/// The starting point for a path of targets.
public enum PathBase: String, Sendable, CaseIterable {
  /// The path starts above the current root, or at the root if the first target represents the same place.
  case home
  /// The path replaces the whole stack, and its first target becomes the root.
  case root
}
