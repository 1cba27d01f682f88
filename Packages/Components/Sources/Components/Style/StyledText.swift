/// Text in spans, each with a style and an optional link.
///
/// ```swift
/// let line = StyledText("Bitcoin ", .bold) + StyledText("+2.1 %", theme.typography.positive)
/// print(line.encoded(for: capabilities))
/// ```
///
/// `StyledText` is a boundary for untrusted text: all input is sanitized (``SanitizationPolicy/multiLine``). Encoded
/// text contains escape sequences only for its own styles and links.
public struct StyledText: Hashable, Sendable {
  /// A part of the text with a single style and link.
  public struct Span: Hashable, Sendable {
    /// The sanitized text.
    public fileprivate(set) var text: String
    /// The style of the text.
    public var style: TextStyle
    /// The link of the text.
    public var link: Hyperlink?

    /// Creates a span with sanitized text that keeps line feeds.
    public init(_ text: String, _ style: TextStyle = .plain, link: Hyperlink? = nil) {
      self.init(safe: text.sanitized(.multiLine), style, link: link)
    }

    init(safe text: String, _ style: TextStyle, link: Hyperlink?) {
      self.text = text
      self.style = style
      self.link = link
    }
  }

  /// The nonempty spans in order, where adjacent spans differ in style or link.
  public private(set) var spans: [Span]

  /// Creates empty text.
  public init() { spans = [] }

  /// Creates text with a single style.
  public init(_ text: String, _ style: TextStyle = .plain, link: Hyperlink? = nil) {
    spans = text.isEmpty ? [] : [Span(text, style, link: link)]
  }

  /// Creates text from spans.
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

  /// Whether the text is empty.
  public var isEmpty: Bool { spans.isEmpty }

  /// Appends a span.
  public mutating func append(_ span: Span) {
    guard !span.text.isEmpty else { return }
    if let last = spans.indices.last, spans[last].style == span.style, spans[last].link == span.link {
      spans[last].text += span.text
    } else {
      spans.append(span)
    }
  }

  /// Appends other styled text.
  public mutating func append(_ other: StyledText) {
    if spans.isEmpty {
      spans = other.spans
    } else {
      for span in other.spans { append(span) }
    }
  }

  /// Returns a copy with a base style beneath the styles of the spans.
  ///
  /// The spans' colors take precedence, and attributes are combined.
  public func styled(_ base: TextStyle) -> StyledText {
    StyledText(spans.map { Span(safe: $0.text, $0.style.over(base), link: $0.link) })
  }

  /// Returns a copy with a single link for the whole text, or without links if the link is `nil`.
  public func linked(to link: Hyperlink?) -> StyledText {
    StyledText(spans.map { Span(safe: $0.text, $0.style, link: link) })
  }

  /// Concatenates styled text.
  public static func + (left: StyledText, right: StyledText) -> StyledText {
    var result = left
    result.append(right)
    return result
  }

  /// Appends the right text to the left text.
  public static func += (left: inout StyledText, right: StyledText) { left.append(right) }
}

extension StyledText: ExpressibleByStringLiteral {
  /// Creates text in the plain style.
  public init(stringLiteral text: String) { self.init(text) }
}

extension StyledText: CustomStringConvertible {
  /// The text without styles and links.
  public var description: String { plainText }
}

extension Sequence<StyledText> {
  /// Returns the elements concatenated, with a separator between them.
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

/// A hyperlink whose target is safe within an escape sequence.
///
/// Targets often come from untrusted data, so only the bytes 32 to 126 are accepted, as required by the "Hyperlinks in
/// terminal emulators" convention (OSC 8).
public struct Hyperlink: Hashable, Sendable {
  /// The address in printable ASCII, with other characters percent-encoded (RFC 3987 § 3.1).
  public let target: String

  /// The schemes accepted by default.
  public static let defaultSchemes: Set<String> = ["http", "https", "mailto", "tel"]

  /// The maximum length of a target, in bytes, because VTE and iTerm2 ignore longer links.
  public static let maximumLength = 2083

  /// Creates a link from an absolute address with one of the schemes.
  ///
  /// Non-ASCII characters are percent-encoded. The initializer returns `nil` for an unknown scheme, for blanks and
  /// control characters, and for a target that is too long.
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
    // Percent-encoding would make C1 controls and bidirectional overrides harmless, but only an attacker sends them.
    let isHostile = target.unicodeScalars.contains { SanitizationPolicy.singleLine.replacement(for: $0) != nil }
    guard encoded.count <= Self.maximumLength, !isHostile else { return nil }
    self.target = String(decoding: encoded, as: UTF8.self)
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }
}
