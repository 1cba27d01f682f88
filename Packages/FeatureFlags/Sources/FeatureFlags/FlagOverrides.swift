/// The flag values that the program has stored, encoded as a JSON object with flag keys as member names.
public struct FlagOverrides: Sendable, Equatable, Codable {
  /// The stored values by key.
  public var values: [String: FlagContent]

  /// Creates overrides.
  public init(values: [String: FlagContent] = [:]) {
    self.values = values
  }

  /// Decodes an object whose values are Booleans, numbers or strings.
  ///
  /// Throws `DecodingError` for other content, because content that can't be preserved must not be overwritten.
  public init(from decoder: any Decoder) throws {
    values = try decoder.singleValueContainer().decode([String: FlagContent].self)
  }

  /// Encodes the overrides as a single object.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(values)
  }
}

/// A store for overrides, implemented by the program and, for tests, by `InMemoryFlagOverrideStore`.
public protocol FlagOverrideStore: Sendable {
  /// Returns the stored overrides, if any, or throws an error whose description is a human-readable sentence.
  func load() throws -> FlagOverrides

  /// Changes the stored overrides atomically across threads and processes, and returns once the change is stored.
  ///
  /// If the method throws, nothing has changed, and the error's description is a human-readable sentence.
  func update(_ change: (inout FlagOverrides) -> Void) throws
}

/// The reason why a flag can't be set or unset.
public enum FlagOverrideError: Error, Sendable, CustomStringConvertible {
  /// The flag isn't declared, and `nearest` is the most similar declared flag.
  case unknownFlag(key: String, nearest: String?)
  /// The value's type doesn't match the flag.
  case malformed(key: String, content: FlagContent, expectation: String)
  /// The store threw an error, and nothing has changed.
  case storeFailed(key: String, cause: any Error)
  /// The client has no store.
  case nothingIsStored(key: String)

  /// A description of the problem and the fix.
  public var description: String {
    switch self {
    case .unknownFlag(let key, let nearest):
      "There is no flag \(key.inQuotes). "
        + (nearest.map { "Did you mean '\($0)'?" } ?? "List the flags to see their names.")
    case .malformed(let key, let content, let expectation):
      "The flag '\(key)' cannot be \(content): expected \(expectation)."
    case .storeFailed(let key, let cause):
      "The flag \(key.inQuotes) could not be stored: \(cause)"
    case .nothingIsStored(let key):
      "The flag \(key.inQuotes) cannot be changed, because this program stores no flags. Set it in a source with higher precedence."
    }
  }
}
