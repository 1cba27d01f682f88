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
  /// A copy that blinks, or not.
  public func blink(_ isOn: Bool = true) -> TextStyle { attributes(.blink, isOn) }
  /// A copy with foreground and background exchanged, or not.
  public func inverse(_ isOn: Bool = true) -> TextStyle { attributes(.inverse, isOn) }
  /// A copy that is hidden, or not.
  public func hidden(_ isOn: Bool = true) -> TextStyle { attributes(.hidden, isOn) }
  /// A copy that is struck through, or not.
  public func strikethrough(_ isOn: Bool = true) -> TextStyle { attributes(.strikethrough, isOn) }
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
  /// A style that is nothing but blinking.
  public static let blink = TextStyle(attributes: .blink)
  /// A style that is nothing but inverse.
  public static let inverse = TextStyle(attributes: .inverse)
  /// A style that is nothing but hidden.
  public static let hidden = TextStyle(attributes: .hidden)
  /// A style that is nothing but struck through.
  public static let strikethrough = TextStyle(attributes: .strikethrough)
}
