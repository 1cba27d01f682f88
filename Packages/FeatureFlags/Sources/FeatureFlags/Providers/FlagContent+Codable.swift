extension FlagContent: Codable {
  /// Decodes a truth value, a number or a string.
  ///
  /// - Parameter decoder: The decoder.
  /// - Throws: `DecodingError` for anything else.
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

  /// Encodes the content; untyped text becomes a string, and what no flag can be is refused.
  ///
  /// - Parameter encoder: The encoder.
  /// - Throws: `EncodingError`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .boolean(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value), .text(let value): try container.encode(value)
    case .unsupported(let name):
      let context = EncodingError.Context(codingPath: encoder.codingPath, debugDescription: "No flag can be \(name).")
      throw EncodingError.invalidValue(self, context)
    }
  }
}
