/// The flag values stored by the program, encoded as one JSON object with keys as names.
public struct FlagOverrides: Sendable, Equatable, Codable {
  /// The stored values by key.
  public var values: [String: FlagContent]

  /// Creates overrides.
  public init(values: [String: FlagContent] = [:]) {
    self.values = values
  }

  /// Decodes an object of Booleans, numbers and strings.
  ///
  /// Anything else throws `DecodingError`, because content that can't be preserved must not be overwritten.
  public init(from decoder: any Decoder) throws {
    values = try decoder.singleValueContainer().decode([String: FlagContent].self)
  }

  /// Encodes one object.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(values)
  }
}

/// A store for overrides.
///
/// The program implements it. Tests use `InMemoryFlagOverrideStore`.
public protocol FlagOverrideStore: Sendable {
  /// Returns the stored overrides, which are empty if nothing is stored.
  ///
  /// - Throws: An error whose description is a sentence for people.
  func load() throws -> FlagOverrides

  /// Changes the stored overrides atomically across threads and processes, and returns once they are stored.
  ///
  /// - Parameter change: Changes the overrides.
  /// - Throws: An error whose description is a sentence for people. In that case, nothing has changed.
  func update(_ change: (inout FlagOverrides) -> Void) throws
}

/// The reason why a flag can't be set or unset.
public enum FlagOverrideError: Error, Sendable, CustomStringConvertible {
  /// The flag isn't declared.
  ///
  /// The closest declared flag is suggested.
  case unknownFlag(key: String, nearest: String?)
  /// The type of the value doesn't match the flag.
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
      "The flag \(key.inQuotes) cannot be changed, because this program stores no flags. Set it in a higher layer."
    }
  }
}
