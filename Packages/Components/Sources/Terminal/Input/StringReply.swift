import Components

/// Answers that are strings: operating system commands, and kitty's graphics.
enum StringReply {
  /// The identifier of the question for kitty's graphics.
  static let graphicsIdentifier = 4_207

  /// What a string between its introducer and its end says.
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

  /// A colour as XParseColor writes it: `rgb:` and three numbers of one to four hexadecimal digits.
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
