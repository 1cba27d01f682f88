/// A request to navigate.
///
/// Screens and view models send commands through a ``Navigator``. Only the router carries them out.
///
/// Callers use the typed factory methods, such as ``push(_:policy:)``.
public enum NavigationCommand: Sendable, Equatable {
  /// Removes the topmost entries, popups first.
  ///
  /// The root always stays.
  case back(steps: Int = 1)
  /// Shows a page on top and closes the popups of the page below.
  case push(target: NavigationTarget, policy: PushPolicy)
  /// Shows a popup above everything else.
  case popup(target: NavigationTarget, policy: PushPolicy)
  /// Removes everything except the root.
  case home
  /// Replaces all pages and closes the popups.
  ///
  /// The first target becomes the root.
  ///
  /// Pages at the bottom that equal the first targets of the path keep their screens.
  case newHome(path: [NavigationTarget])
  /// Shows the last target, with the other targets below it as its back stack.
  ///
  /// Existing matching pages keep their screens.
  case show(path: [NavigationTarget], base: PathBase)
  /// Shows the destination of a link above its back stack.
  case open(link: String)
  /// Replaces the payload of an entry without notifying its screen.
  ///
  /// ``Visit/revise(_:)`` sends this command.
  case revise(EntryID, NavigationTarget)
  /// Asks every screen's guard, and closes the router if no guard objects.
  case quit
}

extension NavigationCommand {
  /// Returns a command that shows a page on top.
  public static func push<D: Destination>(_ destination: D, policy: PushPolicy = .single) -> NavigationCommand {
    .push(target: NavigationTarget(destination), policy: policy)
  }

  /// Returns a command that shows a popup above everything else.
  public static func popup<D: Destination>(_ destination: D, policy: PushPolicy = .single) -> NavigationCommand {
    .popup(target: NavigationTarget(destination), policy: policy)
  }

  /// Returns a command that replaces everything with a new root.
  public static func newHome<D: Destination>(_ destination: D) -> NavigationCommand {
    .newHome(path: [NavigationTarget(destination)])
  }

  /// The target that the command would show on top, or `nil` for links and for commands without a target.
  public var target: NavigationTarget? {
    switch self {
    case .push(let target, _), .popup(let target, _): target
    case .newHome(let path), .show(let path, _): path.last
    case .back, .home, .open, .revise, .quit: nil
    }
  }
}

/// The effect of a push if the destination is already on the stack.
public enum PushPolicy: String, Sendable, CaseIterable {
  /// Reuses the top entry if it is the same place.
  ///
  /// An equal payload changes nothing, and a different one updates the screen.
  case single
  /// Returns to the topmost entry that is the same place, removes everything above it, and updates its payload.
  case bringBack
  /// Adds a new entry.
  case always
}

/// The way in which an entry is shown.
public enum PresentationStyle: String, Sendable, CaseIterable {
  /// The entry fills the container and covers the page below.
  case page
  /// The entry lies over the top page, which stays visible.
  case popup
}

/// The starting point of a path of targets.
public enum PathBase: String, Sendable, CaseIterable {
  /// Above the current root.
  ///
  /// A path that begins with the same place as the root begins at the root.
  case home
  /// At the bottom.
  ///
  /// The first target of the path becomes the root.
  case root
}
