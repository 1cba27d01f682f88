import Components

/// The terminal modes that a program can change.
///
/// The type computes the bytes for the transition between any two sets of modes. Restoring a terminal is the transition
/// to the initial modes.
public struct TerminalModes: Hashable, Sendable {
  /// The mouse events that the terminal reports.
  public enum Mouse: Hashable, Sendable {
    /// No mouse events, so the terminal's own text selection keeps working.
    case off
    /// Buttons and the wheel (mode 1000).
    case buttons
    /// Buttons, the wheel, and movement while a button is pressed (mode 1002).
    case dragging
  }

  /// Whether the alternate screen is shown (mode 1049), which preserves the content of the main screen.
  package var showsAlternateScreen = false
  /// Whether the cursor is visible (mode 25).
  package var showsCursor = true
  /// Whether text beyond the last column continues in the next row (mode 7).
  package var wrapsLines = true
  /// The reported mouse events, in SGR format (mode 1006).
  package var mouse = Mouse.off
  /// Whether pasted text is enclosed in brackets (mode 2004).
  package var bracketsPaste = false
  /// Whether the terminal reports when it gains or loses the keyboard focus (mode 1004).
  package var reportsFocus = false
  /// Whether keys with the same legacy code are distinguished (kitty's keyboard protocol, flag 1).
  package var disambiguatesKeys = false
  /// The window title, or `nil` for the original title.
  package var title: String?

  package static let initial = TerminalModes()

  init() {}

  /// Returns the bytes that change the terminal from other modes to these modes.
  package func transition(from old: TerminalModes) -> [UInt8] {
    var output = ""
    // The alternate screen has its own stack of keyboard flags, so it must be entered first and left last.
    if showsAlternateScreen && !old.showsAlternateScreen { output += "\u{1B}[?1049h" }
    // Pushing and popping the flags of kitty's keyboard protocol preserves an outer program's flags.
    if disambiguatesKeys != old.disambiguatesKeys { output += disambiguatesKeys ? "\u{1B}[>1u" : "\u{1B}[<u" }
    if mouse != old.mouse { appendMouse(from: old.mouse, to: &output) }
    appendMode(2004, bracketsPaste, old.bracketsPaste, to: &output)
    appendMode(1004, reportsFocus, old.reportsFocus, to: &output)
    appendMode(7, wrapsLines, old.wrapsLines, to: &output)
    appendMode(25, showsCursor, old.showsCursor, to: &output)
    if title != old.title { appendTitle(from: old.title, to: &output) }
    if !showsAlternateScreen && old.showsAlternateScreen { output += "\u{1B}[?1049l" }
    return Array(output.utf8)
  }

  /// The bytes that restore the terminal from these modes, at any point in the output.
  ///
  /// The bytes also terminate an incomplete string or sequence, reset styles, end links, and always show the cursor.
  package var restoration: [UInt8] {
    var hidden = self
    hidden.showsCursor = false
    let start = "\u{1B}\\\u{1B}[0m\u{1B}]8;;\u{1B}\\\u{1B}[?2026l"
    return Array(start.utf8) + TerminalModes.initial.transition(from: hidden)
  }

  private func appendMode(_ number: Int, _ new: Bool, _ old: Bool, to output: inout String) {
    if new != old { output += "\u{1B}[?\(number)\(new ? "h" : "l")" }
  }

  private func appendMouse(from old: Mouse, to output: inout String) {
    switch old {
    case .off: break
    case .buttons: output += "\u{1B}[?1000l"
    case .dragging: output += "\u{1B}[?1002l"
    }
    switch mouse {
    case .off: output += "\u{1B}[?1006l"
    case .buttons: output += "\u{1B}[?1000h"
    case .dragging: output += "\u{1B}[?1002h"
    }
    if old == .off { output += "\u{1B}[?1006h" }
  }

  /// The maximum length of a title, in bytes.
  ///
  /// Terminals accept titles of this length, and enough room remains for the other restoration bytes.
  private static let maximumTitle = 200

  /// Pushes the original title onto the terminal's title stack and sets a title, or restores the original title.
  private func appendTitle(from old: String?, to output: inout String) {
    guard let title else {
      output += "\u{1B}[23;0t"
      return
    }
    if old == nil { output += "\u{1B}[22;0t" }
    output += "\u{1B}]2;\(title.sanitized(.singleLine).limited(to: Self.maximumTitle))\u{1B}\\"
  }
}

extension String {
  /// Returns the longest prefix of at most `count` UTF-8 bytes that ends with a complete character.
  func limited(to count: Int) -> String {
    if utf8.count <= count { return self }
    var result = ""
    for character in self {
      if result.utf8.count + character.utf8.count > count { break }
      result.append(character)
    }
    return result
  }
}
