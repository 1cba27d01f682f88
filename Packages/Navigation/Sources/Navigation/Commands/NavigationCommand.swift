/// A navigation request.
///
/// Screens and view models send commands through a ``Navigator``. Only the router carries them out.
///
/// Callers use the typed factory methods, such as ``push(_:policy:)``.
public enum NavigationCommand: Sendable, Equatable {
  /// Removes the topmost entries, popups first.
  ///
  /// The root is never removed.
  case back(steps: Int = 1)
  /// Pushes a page onto the stack and closes the popups over the page below.
  case push(target: NavigationTarget, policy: PushPolicy)
  /// Shows a popup above all other entries.
  case popup(target: NavigationTarget, policy: PushPolicy)
  /// Removes all entries except the root.
  case home
  /// Replaces all pages and closes the popups.
  ///
  /// The first target becomes the root.
  ///
  /// Pages at the bottom of the stack keep their screens if they equal the first targets in the path.
  case newHome(path: [NavigationTarget])
  /// Shows the last target, with the preceding targets as its back stack.
  ///
  /// Pages that already match the path keep their screens.
  case show(path: [NavigationTarget], base: PathBase)
  /// Shows a link's destination above its back stack.
  case open(link: String)
  /// Replaces an entry's payload without notifying its screen.
  ///
  /// ``Visit/revise(_:)`` sends this command.
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

  /// Returns a command that replaces all entries with a new root.
  public static func newHome<D: Destination>(_ destination: D) -> NavigationCommand {
    .newHome(path: [NavigationTarget(destination)])
  }

  /// The target that the command would show at the top, or `nil` for links and for commands without a target.
  public var target: NavigationTarget? {
    switch self {
    case .push(let target, _), .popup(let target, _): target
    case .newHome(let path), .show(let path, _): path.last
    case .back, .home, .open, .revise, .quit: nil
    }
  }
}

/// The effect of a push when the destination is already on the stack.
public enum PushPolicy: String, Sendable, CaseIterable {
  /// Reuses the top entry if it represents the same place.
  ///
  /// If the payloads are equal, nothing changes. Otherwise, the screen is updated with the new payload.
  case single
  /// Returns to the topmost entry that represents the same place.
  ///
  /// Entries above it are removed, and its payload is updated.
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
  /// The path starts above the current root.
  ///
  /// If the first target represents the same place as the root, the path starts at the root.
  case home
  /// The path replaces the whole stack.
  ///
  /// The first target in the path becomes the root.
  case root
}
