public import Foundation

/// Why a flag can't be set or unset.
public enum FlagOverrideError: Error, Sendable {
  /// There is no such flag; the nearest declared one, if any is like it.
  case unknownFlag(key: String, nearest: String?)
  /// The value is not of the flag's type.
  case malformed(key: String, content: FlagContent, expectation: String)
  /// The store failed.
  case storeFailed(key: String, cause: any Error)
  /// The client has no ``PersistedFlagProvider``.
  case nothingIsStored(key: String)
}

extension FlagOverrideError: CustomStringConvertible, LocalizedError {
  /// What is wrong and what to do about it.
  public var description: String {
    switch self {
    case .unknownFlag(let key, let nearest):
      "There is no flag \(key.quoted). "
        + (nearest.map { "Did you mean '\($0)'?" } ?? "List the flags to see their names.")
    case .malformed(let key, let content, let expectation):
      "The flag '\(key)' cannot be \(content): expected \(expectation)."
    case .storeFailed(let key, let cause):
      "The flag \(key.quoted) could not be stored: \(cause)"
    case .nothingIsStored(let key):
      "The flag \(key.quoted) cannot be changed, because this program stores no flags. Set it in a higher layer."
    }
  }

  /// The same as ``description``.
  public var errorDescription: String? { description }
}
