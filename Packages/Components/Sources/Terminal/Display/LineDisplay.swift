import Components

/// A display for terminals whose cursor can't be moved, which writes new lines and reads typed lines as keys.
@MainActor
final class LineDisplay: Display {
  private let options: AppRuntimeOptions
  private var shown: [String] = []
  private var unfinished: [UInt8] = []

  init(options: AppRuntimeOptions) { self.options = options }

  let isRaw = false
  let modes = TerminalModes.initial
  var greeting: [UInt8] { Array((LineCommand.help + "\n").utf8) }
  var interval: Duration { options.lineInterval }

  func adapt(_ environment: inout RenderEnvironment) {
    environment.isAnimated = false
    environment.imageProtocol = nil
  }

  func present(_ body: some Widget, size: Size, environment: RenderEnvironment) -> (
    frame: RenderedFrame, bytes: [UInt8]
  ) {
    let frame = body.frame(size: size, environment: environment)
    let lines = body.linearLines(in: environment).map { $0.encoded(for: environment.capabilities) }
    // Don't repeat lines that were shown before, even at a different position.
    var known: [String: Int] = [:]
    for line in shown { known[line, default: 0] += 1 }
    var output = ""
    for line in lines {
      if let count = known[line], count > 0 { known[line] = count - 1 } else { output += line + "\n" }
    }
    shown = lines
    return (frame, Array(output.utf8))
  }

  func invalidate() { shown = [] }

  func clearing() -> [UInt8] { [] }

  // MARK: Input

  /// The maximum length of a line, in bytes, as in the system's line editing (at least POSIX MAX_CANON).
  private static let longestLine = 4096

  func read(_ bytes: [UInt8]) -> [TerminalInput] {
    var input: [TerminalInput] = []
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        input += take(String(decoding: unfinished, as: UTF8.self))
        unfinished.removeAll(keepingCapacity: true)
      } else if unfinished.count < Self.longestLine {
        unfinished.append(byte)
      }
    }
    return input
  }

  private func take(_ line: String) -> [TerminalInput] {
    switch LineCommand(line) {
    case .showAgain:
      invalidate()
      return [.reply(.other)]
    case .keys(let presses): return presses.map { .event(.key($0)) }
    case .text(let text): return [.event(.paste(text))]
    }
  }

  let patience: Duration? = nil

  func timeOut() -> [TerminalInput] { [] }

  func learn(_ reply: TerminalReply) {}
}

/// The meaning of a line typed on a terminal without access to single keys.
enum LineCommand: Hashable {
  /// Key presses, in order.
  case keys([KeyPress])
  /// Text, handled like pasted text.
  case text(String)
  /// A request to show the whole screen again.
  case showAgain

  static let help = """
    Line mode. Changes are printed below. Type one of the following and press Enter:
    a letter to press that key; one or more key names, such as tab, esc, up, down, pgdn, f1 or ctrl-c (down down enter); \
    nothing for Enter; = followed by text to enter that text; . to print the whole screen again.
    """

  init(_ line: String) {
    let trimmed = line.split(whereSeparator: \.isWhitespace)
    if line.hasPrefix("=") {
      self = .text(String(line.dropFirst()))
    } else if trimmed == ["."] {
      self = .showAgain
    } else if trimmed.isEmpty {
      self = .keys([line.isEmpty ? KeyPress(.enter) : .character(" ")])
    } else {
      let presses = trimmed.compactMap { Self.press(String($0)) }
      // If any word isn't the name of a key, the whole line is text.
      self = presses.count == trimmed.count ? .keys(presses) : .text(line)
    }
  }

  private static let names: [String: Key] = [
    "enter": .enter, "return": .enter, "tab": .tab, "esc": .escape, "escape": .escape, "space": .character(" "),
    "backspace": .backspace, "delete": .delete, "del": .delete, "insert": .insert, "up": .up, "down": .down,
    "left": .left, "right": .right, "home": .home, "end": .end, "pgup": .pageUp, "pageup": .pageUp, "pgdn": .pageDown,
    "pagedown": .pageDown,
  ]

  private static let modifiers: [String: KeyModifiers] = [
    "ctrl": .control, "control": .control, "alt": .alt, "shift": .shift, "super": .super,
  ]

  /// Returns the key press for a name in the format of `KeyPress.description`, where only single letters are
  /// case-sensitive.
  private static func press(_ word: String) -> KeyPress? {
    if word.count == 1, let character = word.first { return .character(character) }
    var rest = word[...]
    var held: KeyModifiers = []
    while let dash = rest.firstIndex(of: "-"), let modifier = modifiers[rest[..<dash].lowercased()] {
      held.insert(modifier)
      rest = rest[rest.index(after: dash)...]
    }
    if let key = names[rest.lowercased()] { return KeyPress(key, held) }
    if rest.count == 1, let character = rest.first, !held.isEmpty {
      return KeyPress(.character(held.contains(.control) ? Character(character.lowercased()) : character), held)
    }
    guard rest.count > 1, rest.first == "f" || rest.first == "F", let number = Int(rest.dropFirst()),
      (1...35).contains(number)
    else { return nil }
    return KeyPress(.function(number), held)
  }
}
