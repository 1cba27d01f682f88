import Basics

/// A type that can be used for flag values.
public protocol FlagValue: Sendable, Equatable {
  /// A description of the accepted values that completes the sentence "expected …".
  static var flagExpectation: String { get }

  /// Creates a value from a source's content without guessing, or returns `nil` if the content's type doesn't match.
  init?(flagContent content: FlagContent)

  /// The value as typed content.
  var flagContent: FlagContent { get }
}

extension Bool: FlagValue {
  /// The accepted Boolean values, for messages.
  public static var flagExpectation: String { "true or false (as text also on, off, yes, no, 1, 0)" }

  /// Creates a value from a Boolean or text: `true`, `on`, `yes`, `1`, `false`, `off`, `no` or `0`, in any letter case.
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

  /// The Boolean as flag content.
  public var flagContent: FlagContent { .boolean(self) }
}

extension Int: FlagValue {
  /// The accepted values, for messages: "a whole number".
  public static var flagExpectation: String { "a whole number" }

  /// Creates a value from an integer or from text that consists of decimal digits.
  public init?(flagContent content: FlagContent) {
    switch content {
    case .integer(let value): self = value
    case .text(let text): self.init(text)
    default: return nil
    }
  }

  /// The integer as flag content.
  public var flagContent: FlagContent { .integer(self) }
}

extension String: FlagValue {
  /// The accepted values, for messages: "text".
  public static var flagExpectation: String { "text" }

  /// Creates a value from a string in a typed source or from any text in an untyped source.
  public init?(flagContent content: FlagContent) {
    switch content {
    case .text(let text), .string(let text): self = text
    default: return nil
    }
  }

  /// The string as flag content.
  public var flagContent: FlagContent { .string(self) }
}

/// A source's value before it is converted to the flag's type.
public enum FlagContent: Sendable, Hashable {
  /// Text from an untyped source, such as an argument, to be parsed as the flag's type.
  case text(String)
  /// A Boolean from a typed source.
  case boolean(Bool)
  /// An integer from a typed source.
  case integer(Int)
  /// A number with a fraction from a typed source.
  case number(Double)
  /// A string from a typed source, which only flags with string values accept.
  case string(String)
  /// JSON that no flag accepts, such as a list or null, with the name of its JSON type.
  case unsupported(String)
}

extension FlagContent: CustomStringConvertible {
  /// The human-readable content, with strings quoted, escaped and truncated to 60 characters.
  public var description: String {
    switch self {
    case .text(let text), .string(let text): text.inQuotes
    case .boolean(let value): String(value)
    case .integer(let value): String(value)
    case .number(let value): String(value)
    case .unsupported(let name): name
    }
  }
}

extension FlagContent: Codable {
  /// Decodes a Boolean, a number or a string, or throws `DecodingError` for other content.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let value = try? container.decode(Bool.self) {
      self = .boolean(value)
    } else if let value = try? container.decode(Int.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else {
      self = .string(try container.decode(String.self))
    }
  }

  /// Encodes the content as plain JSON, or throws `EncodingError` for unsupported content.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .boolean(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value), .text(let value): try container.encode(value)
    case .unsupported(let name):
      let context = EncodingError.Context(codingPath: encoder.codingPath, debugDescription: "No flag accepts \(name).")
      throw EncodingError.invalidValue(self, context)
    }
  }
}

extension String {
  /// The text in straight quotation marks, escaped and truncated to 60 characters.
  var inQuotes: String { "\"\(escapingInvisibles(limit: 60))\"" }
}
