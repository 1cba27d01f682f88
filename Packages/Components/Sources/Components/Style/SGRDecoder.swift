extension StyledText {
  /// Creates styled text from text with escape sequences, such as another program's colored output.
  ///
  /// Colors, attributes and links (OSC 8) become styles and links. Invalid sequences become visible text, and all
  /// other sequences are removed. The result can be measured, wrapped, truncated and encoded like any other styled
  /// text.
  public init(escaped text: String) {
    self.init()
    guard text.utf8.contains(0x1B) else {
      append(Span(text))
      return
    }
    let bytes = Array(text.utf8)
    var decoder = SGRDecoder()
    var link: Hyperlink?
    bytes.withUnsafeBufferPointer { buffer in
      var index = 0
      while index < buffer.count {
        let escape = buffer[index...].firstIndex(of: 0x1B) ?? buffer.count
        append(Self.span(buffer, index..<escape, decoder.style, link))
        guard escape < buffer.count else { break }
        guard let (sequence, end) = EscapeSequence.parse(buffer, at: escape) else {
          append(Self.span(buffer, escape..<(escape + 1), decoder.style, link))
          index = escape + 1
          continue
        }
        switch sequence {
        case .control(let parameters, UInt8(ascii: "m")) where !Self.isPrivate(buffer[parameters]):
          decoder.apply(buffer[parameters])
        case .command(let content): Self.applyCommand(buffer[content], &link)
        default: break
        }
        index = end
      }
    }
  }

  private static func span(
    _ bytes: UnsafeBufferPointer<UInt8>,
    _ range: Range<Int>,
    _ style: TextStyle,
    _ link: Hyperlink?
  ) -> Span {
    Span(String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self), style, link: link)
  }

  /// Returns whether a sequence has a private marker or intermediate bytes, which change its meaning.
  private static func isPrivate(_ parameters: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    parameters.contains { !(0x30...0x3B).contains($0) }
  }

  /// Applies the content `8 ; parameters ; target`, where an empty target ends the link.
  private static func applyCommand(_ content: Slice<UnsafeBufferPointer<UInt8>>, _ link: inout Hyperlink?) {
    let parts = content.split(separator: UInt8(ascii: ";"), maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].elementsEqual("8".utf8) else { return }
    link = Hyperlink(String(decoding: parts[2], as: UTF8.self))
  }
}

/// An escape sequence, recognized by its form (ECMA-48 § 5.4 and § 5.6) and terminated as in Paul Williams's parser.
enum EscapeSequence: Equatable {
  /// A control sequence `ESC [ … final`, with its parameter bytes.
  case control(parameters: Range<Int>, final: UInt8)
  /// An operating system command `ESC ] …`, with its content.
  case command(Range<Int>)
  case other

  /// Returns the sequence that starts with the ESC at an offset, and its end, or `nil` if it is invalid or incomplete.
  static func parse(_ bytes: UnsafeBufferPointer<UInt8>, at escape: Int) -> (sequence: EscapeSequence, end: Int)? {
    guard escape + 1 < bytes.count else { return nil }
    let start = escape + 2
    switch bytes[escape + 1] {
    case UInt8(ascii: "["):
      guard let final = bytes[start...].firstIndex(where: { !(0x20...0x3F).contains($0) }) else { return nil }
      guard (0x40...0x7E).contains(bytes[final]) else { return nil }
      return (.control(parameters: start..<final, final: bytes[final]), final + 1)
    case UInt8(ascii: "]"):
      return stringEnd(bytes, from: start).map { (.command(start..<$0.contentEnd), $0.end) }
    case UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
      return stringEnd(bytes, from: start).map { (.other, $0.end) }
    default:
      guard let final = bytes[(escape + 1)...].firstIndex(where: { !(0x20...0x2F).contains($0) }) else { return nil }
      guard (0x30...0x7E).contains(bytes[final]) else { return nil }
      return (.other, final + 1)
    }
  }

  /// Returns the end of a control string, which is BEL or ESC followed by a backslash.
  ///
  /// The result is `nil` if another control character comes first.
  private static func stringEnd(
    _ bytes: UnsafeBufferPointer<UInt8>,
    from start: Int
  ) -> (contentEnd: Int, end: Int)? {
    guard let control = bytes[start...].firstIndex(where: { $0 < 0x20 || $0 == 0x7F }) else { return nil }
    if bytes[control] == 0x07 { return (control, control + 1) }
    guard bytes[control] == 0x1B, control + 1 < bytes.count, bytes[control + 1] == UInt8(ascii: "\\") else {
      return nil
    }
    return (control, control + 2)
  }
}

/// A decoder for the control sequences that change text style, which is the inverse of ``SGREncoder``.
package struct SGRDecoder {
  package private(set) var style = TextStyle.plain

  package init() {}

  /// Applies a sequence's parameters, which are the bytes between `ESC [` and `m`.
  ///
  /// Unknown parameters are ignored. Extended colors can use semicolons or colons (ITU-T T.416).
  package mutating func apply(_ parameters: some Sequence<UInt8>) {
    let fields = Array(parameters).split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { field in
      field.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map(Self.number)
    }
    var index = 0
    while index < fields.count {
      let field = fields[index]
      index += 1
      let code = field[0] ?? 0
      guard code == 38 || code == 48 else {
        apply(code, subparameter: field.count > 1 ? field[1] : nil)
        continue
      }
      let color: Color?
      if field.count > 1 {
        color = Self.color(Array(field.dropFirst()), hasColorSpace: field.count > 5)
      } else {
        let rest = fields[index...].prefix(4).map { $0[0] }
        color = Self.color(rest, hasColorSpace: false)
        index += rest.first == 5 ? 2 : rest.first == 2 ? 4 : 1
      }
      guard let color else { continue }
      if code == 38 { style.foreground = color } else { style.background = color }
    }
  }

  private mutating func apply(_ code: Int, subparameter: Int?) {
    switch code {
    case 0: style = .plain
    case 1: style.attributes.insert(.bold)
    case 2: style.attributes.insert(.dim)
    case 3: style.attributes.insert(.italic)
    case 4 where subparameter == 0: style.attributes.remove(.underline)
    case 4, 21: style.attributes.insert(.underline)
    case 5, 6: style.attributes.insert(.blink)
    case 7: style.attributes.insert(.inverse)
    case 8: style.attributes.insert(.hidden)
    case 9: style.attributes.insert(.strikethrough)
    case 22: style.attributes.subtract([.bold, .dim])
    case 23: style.attributes.remove(.italic)
    case 24: style.attributes.remove(.underline)
    case 25: style.attributes.remove(.blink)
    case 27: style.attributes.remove(.inverse)
    case 28: style.attributes.remove(.hidden)
    case 29: style.attributes.remove(.strikethrough)
    case 39: style.foreground = nil
    case 49: style.background = nil
    default: applyNamedColor(code)
    }
  }

  private mutating func applyNamedColor(_ code: Int) {
    let offset: Int
    switch code {
    case 30...37, 40...47: offset = code % 10
    case 90...97, 100...107: offset = code % 10 + 8
    default: return
    }
    guard let named = ANSIColor(rawValue: UInt8(offset)) else { return }
    if (30...37).contains(code) || (90...97).contains(code) {
      style.foreground = .ansi(named)
    } else {
      style.background = .ansi(named)
    }
  }

  /// Returns the color for `5, index` or `2, red, green, blue`, optionally with a color space identifier before red.
  private static func color(_ parameters: [Int?], hasColorSpace: Bool) -> Color? {
    let values = parameters.map { $0.flatMap(UInt8.init(exactly:)) }
    if values.first == 5, values.count >= 2, let index = values[1] { return .palette(index) }
    let start = hasColorSpace ? 2 : 1
    guard values.first == 2, values.count >= start + 3, let red = values[start], let green = values[start + 1],
      let blue = values[start + 2]
    else { return nil }
    return .rgb(red, green, blue)
  }

  /// Parses a decimal number, or returns `nil` if the digits are missing, invalid or too large.
  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard !digits.isEmpty, digits.count <= 5 else { return nil }
    var result = 0
    for digit in digits {
      guard digit >= UInt8(ascii: "0"), digit <= UInt8(ascii: "9") else { return nil }
      result = result * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return result
  }
}
