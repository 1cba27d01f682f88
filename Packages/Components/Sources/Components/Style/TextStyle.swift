/// The colors and attributes of text.
///
/// The modifier methods return changed copies.
///
/// ```swift
/// let warning = TextStyle.foreground(.yellow).bold()
/// let loud = warning.inverse().underline()
/// ```
public struct TextStyle: Hashable, Sendable {
  /// The text color, or `nil` for the terminal's default.
  public var foreground: Color?
  /// The background color, or `nil` for the terminal's default.
  public var background: Color?
  /// The attributes, such as bold and italic.
  public var attributes: TextAttributes

  /// Creates a style, which is plain by default.
  public init(foreground: Color? = nil, background: Color? = nil, attributes: TextAttributes = []) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  /// The style without colors or attributes.
  public static let plain = TextStyle()

  /// Whether the style has neither colors nor attributes.
  public var isPlain: Bool { foreground == nil && background == nil && attributes.isEmpty }

  /// Returns this style over a base style: this style's colors take precedence, and attributes are combined.
  public func over(_ base: TextStyle) -> TextStyle {
    TextStyle(
      foreground: foreground ?? base.foreground,
      background: background ?? base.background,
      attributes: attributes.union(base.attributes)
    )
  }

  /// Returns the part of the style that an output supports.
  ///
  /// If this method returns equal styles for two styles, no escape sequence is needed between them.
  public func reduced(to capabilities: OutputCapabilities) -> TextStyle {
    TextStyle(
      foreground: foreground?.downgraded(to: capabilities.colorDepth),
      background: background?.downgraded(to: capabilities.colorDepth),
      attributes: capabilities.showsAttributes ? attributes : []
    )
  }
}

extension TextStyle {
  /// Returns a copy with a text color, or with the terminal's default if the color is `nil`.
  public func foreground(_ color: Color?) -> TextStyle {
    var copy = self
    copy.foreground = color
    return copy
  }

  /// Returns a copy with a background color, or with the terminal's default if the color is `nil`.
  public func background(_ color: Color?) -> TextStyle {
    var copy = self
    copy.background = color
    return copy
  }

  /// Returns a copy with attributes added, or removed if `isOn` is `false`.
  public func attributes(_ attributes: TextAttributes, _ isOn: Bool = true) -> TextStyle {
    var copy = self
    if isOn {
      copy.attributes.formUnion(attributes)
    } else {
      copy.attributes.subtract(attributes)
    }
    return copy
  }

  /// Returns a copy with bold set or removed.
  public func bold(_ isOn: Bool = true) -> TextStyle { attributes(.bold, isOn) }
  /// Returns a copy with dim set or removed.
  public func dim(_ isOn: Bool = true) -> TextStyle { attributes(.dim, isOn) }
  /// Returns a copy with italic set or removed.
  public func italic(_ isOn: Bool = true) -> TextStyle { attributes(.italic, isOn) }
  /// Returns a copy with underline set or removed.
  public func underline(_ isOn: Bool = true) -> TextStyle { attributes(.underline, isOn) }
  /// Returns a copy with inverse colors set or removed.
  public func inverse(_ isOn: Bool = true) -> TextStyle { attributes(.inverse, isOn) }
}

extension TextStyle {
  /// Returns a style with only a text color.
  public static func foreground(_ color: Color) -> TextStyle { TextStyle(foreground: color) }
  /// Returns a style with only a background color.
  public static func background(_ color: Color) -> TextStyle { TextStyle(background: color) }
  /// The style with only the bold attribute.
  public static let bold = TextStyle(attributes: .bold)
  /// The style with only the dim attribute.
  public static let dim = TextStyle(attributes: .dim)
  /// The style with only the italic attribute.
  public static let italic = TextStyle(attributes: .italic)
  /// The style with only the underline attribute.
  public static let underline = TextStyle(attributes: .underline)
  /// The style with only the inverse attribute.
  public static let inverse = TextStyle(attributes: .inverse)
}

/// Text attributes other than colors (ECMA-48 § 8.3.117, SGR).
public struct TextAttributes: OptionSet, Hashable, Sendable {
  /// The bits of the set.
  public let rawValue: UInt16

  /// Creates a set from its bits.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Bold, which some terminals show as brighter.
  public static let bold = TextAttributes(rawValue: 1 << 0)
  /// Fainter text.
  public static let dim = TextAttributes(rawValue: 1 << 1)
  /// Slanted text.
  public static let italic = TextAttributes(rawValue: 1 << 2)
  /// Underlined text.
  public static let underline = TextAttributes(rawValue: 1 << 3)
  /// Blinking text.
  public static let blink = TextAttributes(rawValue: 1 << 4)
  /// Swapped foreground and background colors.
  public static let inverse = TextAttributes(rawValue: 1 << 5)
  /// Invisible text, which isn't suitable for secrets, because copying reveals it.
  public static let hidden = TextAttributes(rawValue: 1 << 6)
  /// Struck-through text.
  public static let strikethrough = TextAttributes(rawValue: 1 << 7)
}
