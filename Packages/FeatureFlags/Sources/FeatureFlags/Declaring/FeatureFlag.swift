/// A flag: the name of a decision that can be changed without changing the program.
///
/// Declare flags once, as constants, and list them in a ``FlagCatalog``:
///
/// ```swift
/// enum Flags {
///   static let newSearch = FeatureFlag(
///     "newSearch",
///     default: false,
///     description: "Searches with the index.",
///     owner: "search team",
///     expiry: CalendarDay(2027, 1, 31)
///   )
/// }
/// ```
public struct FeatureFlag<Value: FlagValue>: Sendable {
  /// Comes first: what comes after a `Value` can only be found by looking up the size of the type.
  let identity: FlagIdentity
  /// The value where no layer says anything that fits.
  public let defaultValue: Value
  /// What the flag changes, in a sentence.
  public let description: String
  /// Who decides about the flag.
  public let owner: String
  /// The last day on which the flag should exist, or `nil` for a flag that stays.
  ///
  /// Afterwards it works as before, with a warning.
  public let expiry: CalendarDay?

  /// Creates a flag.
  ///
  /// - Parameters:
  ///   - key: The name: a letter, followed by letters, digits, `.`, `-` or `_`, all of ASCII.
  ///   - defaultValue: The value where no layer says anything that fits.
  ///   - description: What the flag changes, in a sentence.
  ///   - owner: Who decides about the flag.
  ///   - expiry: The last day on which the flag should exist, or `nil` for a flag that stays.
  public init(
    _ key: String,
    default defaultValue: Value,
    description: String,
    owner: String,
    expiry: CalendarDay? = nil
  ) {
    precondition(FlagKey.isValid(key), "\(key.quoted) is no key of a flag.")
    self.defaultValue = defaultValue
    self.description = description
    self.owner = owner
    self.expiry = expiry
    identity = FlagIdentity(key: key)
  }

  /// The name of the flag.
  public var key: String { identity.key }

  /// The flag without its type parameter.
  public var declaration: FlagDeclaration { FlagDeclaration(self) }
}
