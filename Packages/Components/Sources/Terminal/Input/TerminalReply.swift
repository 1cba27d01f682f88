package import Components

/// What a terminal says of itself when it was asked.
package enum TerminalReply: Hashable, Sendable {
  /// Its kind and features (DA1, `CSI ? … c`); asked last, so that it says that no other answer is to come.
  case attributes([Int])
  /// The colour of the background (OSC 11).
  case background(RGB)
  /// Whether it knows a private mode (DECRPM, `CSI ? mode ; state $ y`).
  case mode(number: Int, isKnown: Bool)
  /// Whether it has kitty's graphics.
  case kittyGraphics(isSupported: Bool)
  /// How large a cell is, in pixels (`CSI 6 ; height ; width t`).
  case cellPixels(Size)
  /// Anything else that is no input.
  case other
}

/// What the bytes from a terminal stand for.
package enum TerminalInput: Hashable, Sendable {
  /// Somebody did something.
  case event(InputEvent)
  /// The terminal answered.
  case reply(TerminalReply)
}
