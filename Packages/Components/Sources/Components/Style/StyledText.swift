/// Text of which every part has its own look and, where wanted, its own link.
///
/// ```swift
/// let line = StyledText("Bitcoin ", .bold) + StyledText("+2.1 %", theme.typography.positive)
/// print(line.encoded(for: capabilities))
/// ```
///
/// A styled text is also the boundary that untrusted text cannot cross as a control: whatever is put into it is
/// sanitized first (``SanitizationPolicy/multiLine``), so the only escape sequences in the encoded text are
/// the ones that stand for its styles and links.
public struct StyledText: Hashable, Sendable {
  /// A part of the text with one look.
  public struct Span: Hashable, Sendable {
    /// The text, sanitized.
    public fileprivate(set) var text: String
    /// How it looks.
    public var style: TextStyle
    /// Where it leads.
    public var link: Hyperlink?

    /// Creates a part; the text is sanitized, line feeds are kept.
    public init(_ text: String, _ style: TextStyle = .plain, link: Hyperlink? = nil) {
      self.init(safe: text.sanitized(.multiLine), style, link: link)
    }

    /// Creates a part of text that has been sanitized already.
    init(safe text: String, _ style: TextStyle, link: Hyperlink?) {
      self.text = text
      self.style = style
      self.link = link
    }
  }

  /// The parts in order; none is empty, and no two neighbours have the same style and link.
  public private(set) var spans: [Span]

  /// Creates an empty text.
  public init() { spans = [] }

  /// Creates a text with one style throughout.
  public init(_ text: String, _ style: TextStyle = .plain, link: Hyperlink? = nil) {
    spans = text.isEmpty ? [] : [Span(text, style, link: link)]
  }

  /// Creates a text of parts.
  public init(_ parts: some Sequence<Span>) {
    self.init()
    for part in parts { append(part) }
  }

  init(safe text: String, _ style: TextStyle = .plain, link: Hyperlink? = nil) {
    spans = text.isEmpty ? [] : [Span(safe: text, style, link: link)]
  }

  /// The text without styles and links.
  public var plainText: String {
    switch spans.count {
    case 0: ""
    case 1: spans[0].text
    default: spans.reduce(into: "") { $0 += $1.text }
    }
  }

  /// Whether there is no text.
  public var isEmpty: Bool { spans.isEmpty }

  /// Adds a part at the end.
  public mutating func append(_ span: Span) {
    guard !span.text.isEmpty else { return }
    if let last = spans.indices.last, spans[last].style == span.style, spans[last].link == span.link {
      spans[last].text += span.text
    } else {
      spans.append(span)
    }
  }

  /// Adds another text at the end.
  public mutating func append(_ other: StyledText) {
    if spans.isEmpty {
      spans = other.spans
    } else {
      for span in other.spans { append(span) }
    }
  }

  /// A copy whose parts are laid over a style: the parts' own colours win, the attributes add up.
  public func styled(_ base: TextStyle) -> StyledText {
    StyledText(spans.map { Span(safe: $0.text, $0.style.over(base), link: $0.link) })
  }

  /// A copy that leads somewhere as a whole.
  public func linked(to link: Hyperlink?) -> StyledText {
    StyledText(spans.map { Span(safe: $0.text, $0.style, link: link) })
  }

  /// Both texts, one after the other.
  public static func + (left: StyledText, right: StyledText) -> StyledText {
    var result = left
    result.append(right)
    return result
  }

  /// Adds a text at the end of another.
  public static func += (left: inout StyledText, right: StyledText) { left.append(right) }
}

extension StyledText: ExpressibleByStringLiteral {
  /// Creates a plain text.
  public init(stringLiteral text: String) { self.init(text) }
}

extension StyledText: CustomStringConvertible {
  /// The text without styles and links.
  public var description: String { plainText }
}

extension Sequence<StyledText> {
  /// All texts, one after the other, with a separator between them.
  public func joined(separator: StyledText = StyledText()) -> StyledText {
    var result = StyledText()
    var isFirst = true
    for text in self {
      if !isFirst { result.append(separator) }
      isFirst = false
      result.append(text)
    }
    return result
  }
}

/// Where a piece of text leads, checked so that it can be put into an escape sequence.
///
/// A target comes from data as often as from the program, so only what cannot end or alter the sequence is let through.
/// Source: the "Hyperlinks in terminal emulators" convention (OSC 8), which asks for bytes 32 to 126 only.
public struct Hyperlink: Hashable, Sendable {
  /// The address, printable ASCII only; other characters have been percent-encoded (RFC 3987 § 3.1).
  public let target: String

  /// The schemes that are let through unless others are named.
  public static let defaultSchemes: Set<String> = ["http", "https", "mailto", "tel"]

  /// The longest target in bytes; VTE and iTerm2 ignore links that are longer.
  public static let maximumLength = 2083

  /// Creates a link if the target is an absolute address with one of the schemes.
  ///
  /// Nil for an unknown scheme, for blanks and control characters, and for a target that is too long. Characters
  /// outside ASCII are percent-encoded.
  public init?(_ target: String, schemes: Set<String> = Hyperlink.defaultSchemes) {
    guard let colon = target.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let scheme = target[..<colon].lowercased()
    let rest = target.utf8[target.utf8.index(after: colon)...]
    guard schemes.contains(scheme), !rest.isEmpty else { return nil }
    var encoded = [UInt8]()
    encoded.reserveCapacity(target.utf8.count)
    for byte in target.utf8 {
      switch byte {
      case 0...0x20, 0x7F: return nil
      case 0x80...: encoded += [UInt8(ascii: "%"), Self.hexDigit(byte >> 4), Self.hexDigit(byte & 15)]
      default: encoded.append(byte)
      }
    }
    // A C1 control or a bidirectional override would be harmless once encoded, but only an attacker sends one.
    let isHostile = target.unicodeScalars.contains { SanitizationPolicy.singleLine.replacement(for: $0) != nil }
    guard encoded.count <= Self.maximumLength, !isHostile else { return nil }
    self.target = String(decoding: encoded, as: UTF8.self)
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }
}
