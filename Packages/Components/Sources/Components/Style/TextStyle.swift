/// How a piece of text looks: colours and attributes.
///
/// A plain value; every setter returns a changed copy.
///
/// ```swift
/// let warning = TextStyle.foreground(.yellow).bold()
/// let loud = warning.inverse().underline()
/// ```
public struct TextStyle: Hashable, Sendable {
  /// The colour of the text; nil leaves the terminal's own.
  public var foreground: Color?
  /// The colour behind the text; nil leaves the terminal's own.
  public var background: Color?
  /// Bold, italic and so on.
  public var attributes: TextAttributes

  /// Creates a style; without arguments the plain one.
  public init(foreground: Color? = nil, background: Color? = nil, attributes: TextAttributes = []) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  /// No colour and no attribute.
  public static let plain = TextStyle()

  /// Whether the style changes nothing.
  public var isPlain: Bool { foreground == nil && background == nil && attributes.isEmpty }

  /// This style laid over another one: its colours win where it has them, the attributes add up.
  public func over(_ base: TextStyle) -> TextStyle {
    TextStyle(
      foreground: foreground ?? base.foreground,
      background: background ?? base.background,
      attributes: attributes.union(base.attributes)
    )
  }

  /// What is left of the style where the output can show only so much.
  ///
  /// Two styles that come out equal need no escape sequence between them.
  public func reduced(to capabilities: OutputCapabilities) -> TextStyle {
    TextStyle(
      foreground: foreground?.downgraded(to: capabilities.colorDepth),
      background: background?.downgraded(to: capabilities.colorDepth),
      attributes: capabilities.showsAttributes ? attributes : []
    )
  }
}

extension TextStyle {
  /// A copy with this text colour; nil for the terminal's own.
  public func foreground(_ color: Color?) -> TextStyle {
    var copy = self
    copy.foreground = color
    return copy
  }

  /// A copy with this colour behind the text; nil for the terminal's own.
  public func background(_ color: Color?) -> TextStyle {
    var copy = self
    copy.background = color
    return copy
  }

  /// A copy with the attributes added or, with `false`, removed.
  public func attributes(_ attributes: TextAttributes, _ isOn: Bool = true) -> TextStyle {
    var copy = self
    if isOn {
      copy.attributes.formUnion(attributes)
    } else {
      copy.attributes.subtract(attributes)
    }
    return copy
  }

  /// A copy that is bold, or not.
  public func bold(_ isOn: Bool = true) -> TextStyle { attributes(.bold, isOn) }
  /// A copy that is dim, or not.
  public func dim(_ isOn: Bool = true) -> TextStyle { attributes(.dim, isOn) }
  /// A copy that is italic, or not.
  public func italic(_ isOn: Bool = true) -> TextStyle { attributes(.italic, isOn) }
  /// A copy that is underlined, or not.
  public func underline(_ isOn: Bool = true) -> TextStyle { attributes(.underline, isOn) }
  /// A copy with foreground and background exchanged, or not.
  public func inverse(_ isOn: Bool = true) -> TextStyle { attributes(.inverse, isOn) }
}

extension TextStyle {
  /// A style with nothing but this text colour.
  public static func foreground(_ color: Color) -> TextStyle { TextStyle(foreground: color) }
  /// A style with nothing but this colour behind the text.
  public static func background(_ color: Color) -> TextStyle { TextStyle(background: color) }
  /// A style that is nothing but bold.
  public static let bold = TextStyle(attributes: .bold)
  /// A style that is nothing but dim.
  public static let dim = TextStyle(attributes: .dim)
  /// A style that is nothing but italic.
  public static let italic = TextStyle(attributes: .italic)
  /// A style that is nothing but underlined.
  public static let underline = TextStyle(attributes: .underline)
  /// A style that is nothing but inverse.
  public static let inverse = TextStyle(attributes: .inverse)
}

/// What text can be besides coloured.
///
/// Source of the meanings: ECMA-48 § 8.3.117 (SGR).
public struct TextAttributes: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt16

  /// Creates a set from its bits.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Heavier, on some terminals brighter.
  public static let bold = TextAttributes(rawValue: 1 << 0)
  /// Fainter.
  public static let dim = TextAttributes(rawValue: 1 << 1)
  /// Slanted.
  public static let italic = TextAttributes(rawValue: 1 << 2)
  /// Underlined.
  public static let underline = TextAttributes(rawValue: 1 << 3)
  /// Blinking.
  public static let blink = TextAttributes(rawValue: 1 << 4)
  /// Foreground and background exchanged.
  public static let inverse = TextAttributes(rawValue: 1 << 5)
  /// Taking its place but not shown; never a place for secrets, since copying the text reveals it.
  public static let hidden = TextAttributes(rawValue: 1 << 6)
  /// Struck through.
  public static let strikethrough = TextAttributes(rawValue: 1 << 7)
}
