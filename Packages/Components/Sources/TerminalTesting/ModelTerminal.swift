package import Components

/// A minimal terminal simulation for tests, which interprets output bytes.
package struct ModelTerminal: Sendable {
  package private(set) var screen: ModelScreen
  private var mainScreen: ModelScreen?
  /// The enabled private modes.
  package private(set) var modes: Set<Int> = [7, 25]
  /// The stack of pushed keyboard flags.
  package private(set) var keyboardFlags: [Int] = []
  package private(set) var title = ""
  private var titles: [String] = []
  package private(set) var bells = 0
  /// The strings sent to the clipboard, in Base64.
  package private(set) var clipboard: [String] = []
  /// The other operating system commands received.
  package private(set) var commands: [String] = []
  /// The identifiers of the visible images in kitty's protocol.
  package private(set) var images: Set<String> = []
  /// The number of images drawn with protocols other than kitty's.
  package private(set) var inlineImages = 0
  package private(set) var questions = 0

  private let widths: ModelScreen.WidthModel
  private var pen = SGRDecoder()
  private var link: String?
  private var state = State.ground
  private var content: [UInt8] = []
  private var scalar: [UInt8] = []

  private enum State: Hashable, Sendable {
    case ground
    case escape
    case control
    case string(UInt8)
    case stringEscape(UInt8)
  }

  package init(size: Size, widths: ModelScreen.WidthModel = .agreeing) {
    self.widths = widths
    screen = ModelScreen(size: size, widths: widths)
  }

  /// Whether the terminal is in the same state as before a program used it.
  package var isRestored: Bool {
    modes == [7, 25] && keyboardFlags.isEmpty && titles.isEmpty && mainScreen == nil && pen.style == .plain
      && link == nil
      && state == .ground
  }

  /// Resizes the screen, fills it with placeholder characters, and moves the cursor to the bottom-right corner.
  package mutating func resize(to size: Size) {
    screen = ModelScreen(size: size, widths: widths, filling: "?")
    screen.move(x: size.width - 1, y: size.height - 1)
    mainScreen = mainScreen.map { _ in ModelScreen(size: size, widths: widths) }
  }

  package mutating func feed(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { take(byte) }
  }

  private mutating func take(_ byte: UInt8) {
    switch state {
    case .ground: takeGround(byte)
    case .escape:
      content = []
      switch byte {
      case UInt8(ascii: "["): state = .control
      case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"): state = .string(byte)
      default: state = .ground
      }
    case .control:
      if byte == 0x1B {
        state = .escape
      } else if (0x40...0x7E).contains(byte) {
        state = .ground
        obey(String(decoding: content, as: UTF8.self), final: Character(Unicode.Scalar(byte)))
      } else {
        content.append(byte)
      }
    case .string(let kind):
      if byte == 0x1B {
        state = .stringEscape(kind)
      } else if byte == 0x07 {
        finishString(kind)
      } else {
        content.append(byte)
      }
    case .stringEscape(let kind):
      if byte == UInt8(ascii: "\\") {
        finishString(kind)
      } else {
        state = .escape
        take(byte)
      }
    }
  }

  private mutating func takeGround(_ byte: UInt8) {
    switch byte {
    case 0x1B: state = .escape
    case 0x07: bells += 1
    case 0x0A: screen.lineFeed()
    case 0x0D: screen.move(x: 0, y: screen.cursor.y)
    case 0x00..<0x20, 0x7F: break
    case 0x80..<0xC0:
      scalar.append(byte)
      let length = scalar[0] >= 0xF0 ? 4 : scalar[0] >= 0xE0 ? 3 : 2
      if scalar.count == length { put(String(decoding: scalar, as: UTF8.self)) }
    case 0xC0...: scalar = [byte]
    default: put(String(Unicode.Scalar(byte)))
    }
  }

  private mutating func put(_ text: String) {
    for scalar in text.unicodeScalars { screen.put(scalar, style: pen.style, link: link) }
    scalar = []
  }

  // MARK: Control sequences

  private mutating func obey(_ parameters: String, final: Character) {
    let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
    let first = (numbers.first ?? nil).map { max($0, 1) } ?? 1
    switch final {
    case "m": pen.apply(parameters.utf8)
    case "H": screen.move(x: (numbers.count > 1 ? numbers[1] ?? 1 : 1) - 1, y: first - 1)
    case "G": screen.move(x: first - 1, y: screen.cursor.y)
    case "C": screen.move(x: screen.cursor.x + first, y: screen.cursor.y)
    case "K": screen.eraseToEndOfRow(pen.style)
    case "h", "l": if parameters.hasPrefix("?") { set(Int(parameters.dropFirst()) ?? 0, final == "h") }
    case "t": moveTitle(numbers.first ?? nil)
    case "u":
      if parameters.hasPrefix(">") { keyboardFlags.append(Int(parameters.dropFirst()) ?? 0) }
      if parameters.hasPrefix("<"), !keyboardFlags.isEmpty { keyboardFlags.removeLast() }
    case "c", "p": questions += 1
    default: break
    }
  }

  private mutating func set(_ mode: Int, _ isOn: Bool) {
    if isOn { modes.insert(mode) } else { modes.remove(mode) }
    guard mode == 1049 else { return }
    if isOn, mainScreen == nil {
      mainScreen = screen
      screen = ModelScreen(size: screen.size, widths: widths)
    } else if !isOn, let saved = mainScreen {
      screen = saved
      mainScreen = nil
    }
  }

  private mutating func moveTitle(_ operation: Int?) {
    if operation == 22 { titles.append(title) }
    if operation == 23, let saved = titles.popLast() { title = saved }
    if operation == 16 { questions += 1 }
  }

  // MARK: Strings

  private mutating func finishString(_ kind: UInt8) {
    state = .ground
    let text = String(decoding: content, as: UTF8.self)
    switch kind {
    case UInt8(ascii: "_"): obeyGraphics(text)
    case UInt8(ascii: "P"): inlineImages += 1
    default: obeyCommand(text)
    }
  }

  private mutating func obeyCommand(_ text: String) {
    let parts = text.split(separator: ";", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
    switch parts.first {
    case "2": title = parts.dropFirst().joined(separator: ";")
    case "8": link = parts.count > 2 && !parts[2].isEmpty ? parts[2] : nil
    case "11": questions += 1
    case "52": clipboard.append(parts.last ?? "")
    case "1337": inlineImages += 1
    default: commands.append(text)
    }
  }

  private mutating func obeyGraphics(_ text: String) {
    let keys = text.prefix { $0 != ";" }.dropFirst().split(separator: ",")
    guard let name = keys.first(where: { $0.hasPrefix("i=") }).map({ String($0.dropFirst(2)) }) else { return }
    if keys.contains("a=T") { images.insert(name) }
    if keys.contains("a=d") { images.remove(name) }
    if keys.contains("a=q") { questions += 1 }
  }
}
