/// A request to navigate.
///
/// Screens and view models send it through a ``Navigator``; only the router carries it out.
///
/// Call sites use the typed forms, such as ``push(_:policy:)``.
public enum NavigationCommand: Sendable, Equatable {
  /// Removes the topmost entries, popups first.
  ///
  /// The root stays.
  case back(steps: Int = 1)
  /// Shows a page on top and closes the popups of the page below.
  case push(target: NavigationTarget, policy: PushPolicy)
  /// Shows a popup over everything.
  case popup(target: NavigationTarget, policy: PushPolicy)
  /// Removes everything except the root.
  case home
  /// Replaces all pages and closes the popups; the first target becomes the root.
  ///
  /// Pages at the bottom that equal the path's first targets keep their screens.
  case newHome(path: [NavigationTarget])
  /// Shows the last target, with the others below it as its back stack.
  ///
  /// Existing matching pages keep their screens.
  case show(path: [NavigationTarget], base: PathBase)
  /// Shows the destination of a link, with its back stack.
  case open(link: String)
  /// Replaces the payload of one entry without notifying its screen; sent by ``Visit/revise(_:)``.
  case revise(EntryID, NavigationTarget)
  /// Asks every screen's guard, and closes the router if none objects.
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

  /// Replaces everything with a new root.
  public static func newHome<D: Destination>(_ destination: D) -> NavigationCommand {
    .newHome(path: [NavigationTarget(destination)])
  }

  /// The target that the command would show on top; `nil` for links and for commands without a target.
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
  /// Reuses the same place if it is on top: an equal payload changes nothing, another payload updates the screen.
  case single
  /// Returns to the topmost entry of the same place, removes everything above it, and gives it the new payload.
  case bringBack
  /// Adds a new entry.
  case always
}

/// The presentation of an entry.
public enum PresentationStyle: String, Sendable, CaseIterable {
  /// Fills the container and covers the page below.
  case page
  /// Lies over the top page, which stays visible.
  case popup
}

/// The starting point of a path of targets.
public enum PathBase: String, Sendable, CaseIterable {
  /// Above the current root; a path that begins with the root's own place begins at the root.
  case home
  /// At the bottom: the path's first target is the root.
  case root
}
