/// A reader that tracks terminal modes in the bytes that a program writes.
struct TerminalModeReader {
  /// The initial terminal modes: automatic wrapping.
  static let initial: Set<Int> = [7]

  /// The private modes that are set (`CSI ? N h`), except for the cursor's visibility.
  private(set) var set = Self.initial
  private(set) var isCursorHidden = false
  /// The number of pushed keyboard modes (`CSI > N u`) minus the number of popped modes.
  private(set) var keyboardLevel = 0
  private(set) var count = 0

  private enum State {
    case text
    case escape
    case sequence([UInt8])
  }

  private var state = State.text

  mutating func read(_ byte: UInt8) {
    count += 1
    switch (state, byte) {
    case (_, 0x1B): state = .escape
    case (.escape, UInt8(ascii: "[")): state = .sequence([])
    case (.escape, _): state = .text
    case (.sequence(let parameters), 0x20...0x3F):
      state = .sequence(parameters + [byte])
    case (.sequence(let parameters), _):
      state = .text
      note(parameters, byte)
    case (.text, _): break
    }
  }

  private mutating func note(_ parameters: [UInt8], _ final: UInt8) {
    let marker = parameters.first.map { Character(UnicodeScalar($0)) }
    switch (marker, Character(UnicodeScalar(final))) {
    case (">", "u"): keyboardLevel += 1
    case ("<", "u"): keyboardLevel -= 1
    case ("?", "h"), ("?", "l"):
      let isSet = final == UInt8(ascii: "h")
      for mode in String(decoding: parameters.dropFirst(), as: UTF8.self).split(separator: ";").compactMap({ Int($0) })
      {
        if mode == 25 {
          isCursorHidden = !isSet
        } else if isSet {
          set.insert(mode)
        } else {
          set.remove(mode)
        }
      }
    default: break
    }
  }
}
