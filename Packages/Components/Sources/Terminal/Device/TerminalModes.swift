import Components

/// Everything that a program changes about a terminal, as a value: what leads from one to another is computed.
///
/// So that giving the terminal back is the way to ``initial``, wherever the program was.
public struct TerminalModes: Hashable, Sendable {
  /// What is reported of the mouse.
  public enum Mouse: Hashable, Sendable {
    /// Nothing: the terminal's own selecting of text works.
    case off
    /// Buttons and the wheel (mode 1000).
    case buttons
    /// Also moving while a button is down (mode 1002).
    case dragging
  }

  /// Whether the alternate screen is shown, so that what was on the screen comes back (mode 1049).
  package var showsAlternateScreen = false
  /// Whether the cursor is shown (mode 25).
  package var showsCursor = true
  /// Whether what is written beyond the last column goes on in the next row (mode 7).
  package var wrapsLines = true
  /// The mouse, in the form of mode 1006.
  package var mouse = Mouse.off
  /// Whether pasted text comes in brackets (mode 2004).
  package var bracketsPaste = false
  /// Whether it is reported that the terminal gets or loses the keyboard (mode 1004).
  package var reportsFocus = false
  /// Whether keys that legacy codes confuse are told apart (kitty's keyboard protocol, flag 1).
  package var disambiguatesKeys = false
  /// The title of the window; nil for the one that it had.
  package var title: String?

  /// What a terminal is like before a program changes anything.
  package static let initial = TerminalModes()

  init() {}

  /// The bytes that lead from other modes to these.
  package func transition(from old: TerminalModes) -> [UInt8] {
    var output = ""
    // The alternate screen has its own stack of keyboard flags, so it comes first and goes last.
    if showsAlternateScreen && !old.showsAlternateScreen { output += "\u{1B}[?1049h" }
    // Kitty's keyboard protocol: pushed and popped, so that what a program around this one has set comes back.
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

  /// The bytes that give the terminal back, whatever it was in the middle of.
  ///
  /// A string or sequence that was cut off is ended, colours and links too; the cursor is shown in any case.
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

  /// The most bytes of a title, so that any of them fits into what is restored and into what terminals take.
  private static let maximumTitle = 200

  /// Sets the title; the old one is pushed onto the terminal's stack of titles before, and popped afterwards.
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
  /// The beginning of the text that has no more bytes than so many, and ends with a whole character.
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
