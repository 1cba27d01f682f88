/// What the program itself stored about flags, encoded as one object with keys as names.
public struct FlagOverrides: Sendable, Equatable, Codable {
  /// The stored values by key.
  public var values: [String: FlagContent]

  /// Creates overrides.
  ///
  /// - Parameter values: The values by key.
  public init(values: [String: FlagContent] = [:]) {
    self.values = values
  }

  /// Decodes an object whose members are truth values, numbers or strings.
  ///
  /// - Parameter decoder: The decoder.
  /// - Throws: `DecodingError` for anything else: what can't be kept must not be overwritten.
  public init(from decoder: any Decoder) throws {
    values = try decoder.singleValueContainer().decode([String: FlagContent].self)
  }

  /// Encodes one object.
  ///
  /// - Parameter encoder: The encoder.
  /// - Throws: `EncodingError`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(values)
  }
}
