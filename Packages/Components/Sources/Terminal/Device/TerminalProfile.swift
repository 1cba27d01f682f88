package import Components

/// A terminal's features, as known from the environment before any query.
package struct TerminalProfile: Hashable, Sendable {
  /// The escape sequence for desktop notifications.
  package enum Notifications: Hashable, Sendable {
    /// OSC 9, from iTerm2.
    case osc9
    /// OSC 777, from urxvt.
    case osc777
    /// OSC 99, from kitty.
    case osc99
    /// The bell, without a message.
    case bell
  }

  /// Whether the cursor can be moved.
  ///
  /// If not, the app runs in line mode.
  package var isAddressable: Bool
  package var notifications: Notifications
  package var hasTitle: Bool
  /// Whether the terminal may be queried.
  ///
  /// Missing replies are harmless, because nothing waits for them.
  package var answersQuestions: Bool
  /// Whether the terminal may be queried about support for kitty's graphics protocol.
  ///
  /// Some terminals print this query as text.
  package var asksForKittyGraphics: Bool
  /// The image protocol, if the environment identifies it.
  package var imageProtocol: ImageProtocol?

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

  /// The profile for a terminal whose cursor can't be moved.
  package static let linesOnly = TerminalProfile(isAddressable: false, hasTitle: false, answersQuestions: false)

  /// Returns the profile according to `TERM`, `TERM_PROGRAM` and similar variables.
  package static func detected(environment: [String: String]) -> TerminalProfile {
    let term = (environment["TERM"] ?? "").lowercased()
    let program = (environment["TERM_PROGRAM"] ?? "").lowercased()
    if ["", "dumb", "unknown", "emacs", "cons25", "network"].contains(term) {
      return .linesOnly
    }
    let isMultiplexer = term.hasPrefix("screen") || term.hasPrefix("tmux")
    let isConsole = ["linux", "vt", "ansi", "sun", "cygwin"].contains(where: term.hasPrefix)
    // A multiplexer blocks images, but passes on the outer terminal's name.
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
