/// What a layer says about a flag, before the flag's type is applied to it.
public enum FlagContent: Sendable, Hashable {
  /// Text from a place that knows no types, such as an argument or an environment variable; it is parsed as the flag's type.
  case text(String)
  /// A truth value from a place that has types.
  case boolean(Bool)
  /// A whole number from a place that has types.
  case integer(Int)
  /// A number from a place that has types.
  case number(Double)
  /// A string from a place that has types; it fits flags whose values are strings only.
  case string(String)
  /// Something that no flag can be, with its name: a list, null.
  case unsupported(String)
}

extension FlagContent: CustomStringConvertible {
  /// The content as it is shown to people: strings in quotation marks, with control characters escaped, and no longer than a line.
  public var description: String {
    switch self {
    case .text(let text), .string(let text): text.quoted
    case .boolean(let value): String(value)
    case .integer(let value): String(value)
    case .number(let value): String(value)
    case .unsupported(let name): name
    }
  }
}
