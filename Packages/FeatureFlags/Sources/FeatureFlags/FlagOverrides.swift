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
  /// Other content throws `DecodingError`, because content that can't be preserved must not be overwritten.
  public init(from decoder: any Decoder) throws {
    values = try decoder.singleValueContainer().decode([String: FlagContent].self)
  }

  /// Encodes the overrides as a single object.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(values)
  }
}

/// A store for overrides.
///
/// The program implements this protocol. Tests use `InMemoryFlagOverrideStore`.
public protocol FlagOverrideStore: Sendable {
  /// Returns the stored overrides, which are empty if nothing has been stored.
  ///
  /// - Throws: An error whose description is a sentence for people.
  func load() throws -> FlagOverrides

  /// Changes the stored overrides atomically across threads and processes.
  ///
  /// The method returns once the change is stored.
  ///
  /// - Parameter change: A closure that changes the overrides.
  /// - Throws: An error whose description is a sentence for people. If it throws, nothing has changed.
  func update(_ change: (inout FlagOverrides) -> Void) throws
}

/// The reason why a flag can't be set or unset.
public enum FlagOverrideError: Error, Sendable, CustomStringConvertible {
  /// The flag isn't declared.
  ///
  /// The associated value `nearest` is the most similar declared flag.
  case unknownFlag(key: String, nearest: String?)
  /// The value's type doesn't match the flag.
  case malformed(key: String, content: FlagContent, expectation: String)
  /// The store threw an error.
  ///
  /// Nothing has changed.
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
