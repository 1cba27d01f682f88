package import Components

package enum TerminalReply: Hashable, Sendable {
  /// The terminal's kind and features (DA1, `CSI ? … c`), queried last and therefore received last.
  case attributes([Int])
  /// The background color (OSC 11).
  case background(RGB)
  /// Whether the terminal knows a private mode (DECRPM, `CSI ? mode ; state $ y`).
  case mode(number: Int, isKnown: Bool)
  /// Whether the terminal supports kitty's graphics protocol.
  case kittyGraphics(isSupported: Bool)
  /// The size of a cell, in pixels (`CSI 6 ; height ; width t`).
  case cellPixels(Size)
  /// Any other reply.
  case other
}

package enum TerminalInput: Hashable, Sendable {
  case event(InputEvent)
  case reply(TerminalReply)
}

/// A decoder for string replies: operating system commands (OSC) and kitty graphics replies.
enum StringReply {
  static let graphicsIdentifier = 4_207

  static func reply(introducer: UInt8, content: [UInt8]) -> TerminalReply {
    let text = String(decoding: content, as: UTF8.self)
    switch introducer {
    case UInt8(ascii: "]"):
      guard text.hasPrefix("11;"), let color = color(text.dropFirst(3)) else { return .other }
      return .background(color)
    case UInt8(ascii: "_"):
      guard text.hasPrefix("G"), let divider = text.firstIndex(of: ";") else { return .other }
      let keys = text[text.index(after: text.startIndex)..<divider].split(separator: ",")
      guard keys.contains("i=\(graphicsIdentifier)") else { return .other }
      return .kittyGraphics(isSupported: text[text.index(after: divider)...] == "OK")
    default: return .other
    }
  }

  /// Returns the color for text in XParseColor's format: `rgb:` and three numbers of one to four hexadecimal digits.
  private static func color(_ text: Substring) -> RGB? {
    let isKnown = text.hasPrefix("rgb:") || text.hasPrefix("rgba:")
    guard isKnown, let colon = text.firstIndex(of: ":") else { return nil }
    let parts = text[text.index(after: colon)...].split(separator: "/", omittingEmptySubsequences: false).prefix(3)
    guard parts.count == 3 else { return nil }
    let values = parts.compactMap { part -> UInt8? in
      guard (1...4).contains(part.utf8.count), let value = UInt32(part, radix: 16) else { return nil }
      let largest = (UInt32(1) << UInt32(4 * part.utf8.count)) - 1
      return UInt8((value * 255 + largest / 2) / largest)
    }
    return values.count == 3 ? RGB(red: values[0], green: values[1], blue: values[2]) : nil
  }
}

/// A decoder for the numbers in a mouse report (XTerm Control Sequences, "Mouse Tracking").
enum MouseReport {
  private static let wheelLines = 3
  private static let motion = 32
  private static let wheel = 64

  static func event(code: Int, at position: Point, isRelease: Bool) -> MouseEvent? {
    let modifiers = modifiers(code)
    if code & wheel != 0 {
      guard code < 128, !isRelease else { return nil }
      let actions: [MouseEvent.Action] = [
        .scroll(columns: 0, rows: -wheelLines), .scroll(columns: 0, rows: wheelLines),
        .scroll(columns: -wheelLines, rows: 0), .scroll(columns: wheelLines, rows: 0),
      ]
      return MouseEvent(actions[code & 3], at: position, modifiers)
    }
    guard code < 64 else { return nil }
    if code & motion != 0 {
      guard let button = button(code) else { return MouseEvent(.move, at: position, modifiers) }
      return MouseEvent(.drag(button), at: position, modifiers)
    }
    guard let button = button(code) else { return nil }
    return MouseEvent(isRelease ? .release(button) : .press(button), at: position, modifiers)
  }

  /// Returns the event for a three-byte X10 report, which terminals without SGR reports send.
  static func legacy(_ bytes: [UInt8]) -> MouseEvent? {
    guard bytes.count == 3, bytes.allSatisfy({ $0 >= 32 }), bytes[1] > 32, bytes[2] > 32 else { return nil }
    let code = Int(bytes[0]) - 32
    let position = Point(x: Int(bytes[1]) - 33, y: Int(bytes[2]) - 33)
    // X10 reports don't identify the released button. Assume the left button, which is the most useful.
    let isRelease = code & 3 == 3 && code & (motion | wheel) == 0
    return event(code: isRelease ? code & ~3 : code, at: position, isRelease: isRelease)
  }

  private static func button(_ code: Int) -> MouseEvent.Button? {
    switch code & 3 {
    case 0: .left
    case 1: .middle
    case 2: .right
    default: nil
    }
  }

  private static func modifiers(_ code: Int) -> KeyModifiers {
    var modifiers: KeyModifiers = []
    if code & 4 != 0 { modifiers.insert(.shift) }
    if code & 8 != 0 { modifiers.insert(.alt) }
    if code & 16 != 0 { modifiers.insert(.control) }
    return modifiers
  }
}
