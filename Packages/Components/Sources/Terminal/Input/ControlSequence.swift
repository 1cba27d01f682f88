import Components

/// A control sequence from a terminal: the parameter bytes after `CSI` and the final byte.
struct ControlSequence {
  enum Meaning {
    case event(InputEvent)
    case reply(TerminalReply)
    case pasteStart
    case nothing
  }

  private let prefix: UInt8?
  private let intermediate: UInt8?
  /// The parameters, each divided into subparameters by colons.
  private let groups: [[Int?]]
  private let final: UInt8

  /// The last code point; larger parameters count as missing.
  private static let largest = 1_114_111

  init(parameters: [UInt8], final: UInt8) {
    var rest = parameters[...]
    let isPrivate = rest.first.map { (0x3C...0x3F).contains($0) } ?? false
    prefix = isPrivate ? rest.removeFirst() : nil
    let isIntermediate = rest.last.map { (0x20..<0x30).contains($0) } ?? false
    intermediate = isIntermediate ? rest.removeLast() : nil
    groups = rest.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { group in
      group.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map(Self.number)
    }
    self.final = final
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard !digits.isEmpty, digits.count <= 8 else { return nil }
    var value = 0
    for digit in digits {
      guard (0x30...0x39).contains(digit) else { return nil }
      value = value * 10 + Int(digit - 0x30)
    }
    return value <= largest ? value : nil
  }

  private func value(_ index: Int, part: Int = 0) -> Int? {
    guard index < groups.count, part < groups[index].count else { return nil }
    return groups[index][part]
  }

  var meaning: Meaning {
    switch prefix {
    case UInt8(ascii: "<"): return mouse
    case UInt8(ascii: "?"): return reply
    case .some: return .reply(.other)
    case nil: return key
    }
  }

  // MARK: Keys

  private var key: Meaning {
    switch final {
    case UInt8(ascii: "~"), UInt8(ascii: "^"), UInt8(ascii: "$"), UInt8(ascii: "@"): return numbered
    case UInt8(ascii: "u"):
      guard let number = value(0) else { return .nothing }
      return pressed(KittyKeys.press(number: number, modifiers: modifiers(1), shifted: value(0, part: 1)))
    case UInt8(ascii: "Z"): return .event(.key(KeyPress(.tab, modifiers(1).union(.shift))))
    case UInt8(ascii: "I"): return groups.count <= 1 ? .event(.focus(true)) : .nothing
    case UInt8(ascii: "O"): return groups.count <= 1 ? .event(.focus(false)) : .nothing
    case UInt8(ascii: "t"): return cellSize
    // Without parameters, the final byte `c` is a key in rxvt.
    case UInt8(ascii: "c") where value(0) != nil, UInt8(ascii: "n"), UInt8(ascii: "y"): return .reply(.other)
    // rxvt: arrow keys with Shift
    case UInt8(ascii: "a")...UInt8(ascii: "d"): return pressed(LegacyKeys.letter(final - 0x20), .shift)
    default:
      // F3 with modifiers looks like a cursor position report for row 1, which is never requested. In any other
      // row, the sequence is a report.
      if final == UInt8(ascii: "R"), let first = value(0), first != 1 { return .reply(.other) }
      return pressed(LegacyKeys.letter(final), modifiers(1))
    }
  }

  private var numbered: Meaning {
    guard let number = value(0) else { return .nothing }
    switch (number, final) {
    case (200, UInt8(ascii: "~")): return .pasteStart
    case (27, UInt8(ascii: "~")):
      guard let code = value(2) else { return .nothing }
      return pressed(KittyKeys.press(number: code, modifiers: modifiers(1), shifted: code))
    // rxvt encodes modifiers in the final byte.
    case (_, UInt8(ascii: "^")): return pressed(LegacyKeys.number(number), .control)
    case (_, UInt8(ascii: "$")): return pressed(LegacyKeys.number(number), .shift)
    case (_, UInt8(ascii: "@")): return pressed(LegacyKeys.number(number), [.control, .shift])
    default: return pressed(LegacyKeys.number(number), modifiers(1))
    }
  }

  private func pressed(_ key: Key?, _ modifiers: KeyModifiers) -> Meaning {
    pressed(key.map { KeyPress($0, modifiers) })
  }

  private func pressed(_ press: KeyPress?) -> Meaning {
    // Event type 3 in kitty's protocol is a key release.
    guard let press, value(1, part: 1) != 3 else { return .nothing }
    return .event(.key(press))
  }

  /// Decodes a parameter's modifiers (a bit mask plus one); Meta becomes Alt, and Caps Lock and Num Lock are ignored.
  private func modifiers(_ index: Int) -> KeyModifiers {
    let bits = max((value(index) ?? 1) - 1, 0)
    var modifiers = KeyModifiers(rawValue: UInt8(bits & 15))
    if bits & 32 != 0 { modifiers.insert(.alt) }
    return modifiers
  }

  // MARK: Mouse

  private var mouse: Meaning {
    guard final == UInt8(ascii: "M") || final == UInt8(ascii: "m"), let code = value(0), let column = value(1),
      let row = value(2), column > 0, row > 0
    else { return .nothing }
    let position = Point(x: column - 1, y: row - 1)
    return MouseReport.event(code: code, at: position, isRelease: final == UInt8(ascii: "m")).map { .event(.mouse($0)) }
      ?? .nothing
  }

  // MARK: Replies

  private var reply: Meaning {
    switch (final, intermediate) {
    case (UInt8(ascii: "c"), nil): return .reply(.attributes(groups.compactMap { $0.first ?? nil }))
    case (UInt8(ascii: "y"), UInt8(ascii: "$")):
      guard let number = value(0), let state = value(1) else { return .reply(.other) }
      return .reply(.mode(number: number, isKnown: state == 1 || state == 2 || state == 3))
    default: return .reply(.other)
    }
  }

  private var cellSize: Meaning {
    guard value(0) == 6, let height = value(1), let width = value(2), (1...512).contains(height),
      (1...512).contains(width)
    else { return .reply(.other) }
    return .reply(.cellPixels(Size(width: width, height: height)))
  }
}
