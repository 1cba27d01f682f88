extension Bool: FlagValue {
  /// The words that are accepted.
  public static var flagExpectation: String { "true or false (as text also on, off, yes, no, 1, 0)" }

  /// Creates a truth value of one, or of text in any case: `true`, `on`, `yes`, `1`, `false`, `off`, `no`, `0`.
  ///
  /// - Parameter content: The content.
  public init?(flagContent content: FlagContent) {
    switch content {
    case .boolean(let value): self = value
    case .text(let text):
      switch text.lowercased() {
      case "true", "on", "yes", "1": self = true
      case "false", "off", "no", "0": self = false
      default: return nil
      }
    default: return nil
    }
  }

  /// The truth value.
  public var flagContent: FlagContent { .boolean(self) }
}

extension Int: FlagValue {
  /// That the number is whole.
  public static var flagExpectation: String { "a whole number" }

  /// Creates a number of one, or of text in decimal digits.
  ///
  /// - Parameter content: The content.
  public init?(flagContent content: FlagContent) {
    switch content {
    case .integer(let value): self = value
    case .text(let text): self.init(text)
    default: return nil
    }
  }

  /// The number.
  public var flagContent: FlagContent { .integer(self) }
}

extension Double: FlagValue {
  /// That the number is finite.
  public static var flagExpectation: String { "a number" }

  /// Creates a finite number of one, or of decimal text.
  ///
  /// - Parameter content: The content.
  public init?(flagContent content: FlagContent) {
    switch content {
    case .number(let value): self = value
    case .integer(let value): self = Double(value)
    case .text(let text):
      // Without this, hexadecimal numbers and words such as `nan` would be accepted.
      guard text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }), let value = Double(text) else { return nil }
      self = value
    default: return nil
    }
    guard isFinite else { return nil }
  }

  /// The number.
  public var flagContent: FlagContent { .number(self) }
}

extension String: FlagValue {
  /// That anything written is accepted.
  public static var flagExpectation: String { "text" }

  /// Creates a string of one, or of text as it is.
  ///
  /// - Parameter content: The content.
  public init?(flagContent content: FlagContent) {
    switch content {
    case .text(let text), .string(let text): self = text
    default: return nil
    }
  }

  /// The string.
  public var flagContent: FlagContent { .string(self) }
}
