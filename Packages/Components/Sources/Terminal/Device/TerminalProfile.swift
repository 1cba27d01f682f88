package import Components

/// What is known of a terminal from the environment, before it is asked anything.
package struct TerminalProfile: Hashable, Sendable {
  /// How a message reaches the desktop.
  package enum Notifications: Hashable, Sendable {
    /// OSC 9, of iTerm2.
    case osc9
    /// OSC 777, of urxvt.
    case osc777
    /// OSC 99, of kitty.
    case osc99
    /// The bell only.
    case bell
  }

  /// Whether the cursor can be moved; without that there are lines only.
  package var isAddressable: Bool
  /// How a message reaches the desktop.
  package var notifications: Notifications
  /// Whether the window has a title that can be set.
  package var hasTitle: Bool
  /// Whether it can be asked about itself; what it can't answer is left out, and never waited for.
  package var answersQuestions: Bool
  /// Whether it may be asked for kitty's graphics, which some terminals print as text.
  package var asksForKittyGraphics: Bool
  /// How it is known to draw images.
  package var imageProtocol: ImageProtocol?

  /// Creates a profile.
  package init(
    isAddressable: Bool,
    notifications: Notifications = .bell,
    hasTitle: Bool = true,
    answersQuestions: Bool = true,
    asksForKittyGraphics: Bool = false,
    imageProtocol: ImageProtocol? = nil
  ) {
    self.isAddressable = isAddressable
    self.notifications = notifications
    self.hasTitle = hasTitle
    self.answersQuestions = answersQuestions
    self.asksForKittyGraphics = asksForKittyGraphics
    self.imageProtocol = imageProtocol
  }

  /// Decides from `TERM`, `TERM_PROGRAM` and the like; a pure function of what is passed in.
  package static func detected(environment: [String: String]) -> TerminalProfile {
    let term = (environment["TERM"] ?? "").lowercased()
    let program = (environment["TERM_PROGRAM"] ?? "").lowercased()
    if ["", "dumb", "unknown", "emacs", "cons25", "network"].contains(term) {
      return TerminalProfile(isAddressable: false, hasTitle: false, answersQuestions: false)
    }
    let isMultiplexer = term.hasPrefix("screen") || term.hasPrefix("tmux")
    let isConsole = ["linux", "vt", "ansi", "sun", "cygwin"].contains(where: term.hasPrefix)
    // A multiplexer keeps images to itself, and passes on the name of the terminal around it.
    let names = isMultiplexer ? [] : [term, program]
    func isAny(of known: String...) -> Bool { names.contains { name in known.contains(where: name.contains) } }
    let isKitty = isAny(of: "kitty")
    return TerminalProfile(
      isAddressable: true,
      notifications: isKitty
        ? .osc99
        : isAny(of: "iterm", "ghostty", "wezterm") ? .osc9 : isAny(of: "foot", "rxvt") ? .osc777 : .bell,
      hasTitle: !isConsole,
      answersQuestions: !isConsole,
      asksForKittyGraphics: !isMultiplexer
        && (isKitty || isAny(of: "ghostty", "wezterm", "rio", "contour", "warp")
          || environment["KONSOLE_VERSION"] != nil),
      imageProtocol: isAny(of: "iterm") ? .iTerm : nil
    )
  }
}
