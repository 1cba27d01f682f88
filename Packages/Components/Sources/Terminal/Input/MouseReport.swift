import Components

/// What a mouse did, from the numbers of a report (XTerm Control Sequences, "Mouse Tracking").
enum MouseReport {
  /// Lines that a step of the wheel moves by.
  private static let wheelLines = 3
  private static let motion = 32
  private static let wheel = 64

  /// The event of a code; nil for buttons that there is no name for.
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

  /// The event of the three bytes of an X10 report, which terminals without SGR reports send.
  static func legacy(_ bytes: [UInt8]) -> MouseEvent? {
    guard bytes.count == 3, bytes.allSatisfy({ $0 >= 32 }), bytes[1] > 32, bytes[2] > 32 else { return nil }
    let code = Int(bytes[0]) - 32
    let position = Point(x: Int(bytes[1]) - 33, y: Int(bytes[2]) - 33)
    // Which button came up is not said; the left one is the one that matters.
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
