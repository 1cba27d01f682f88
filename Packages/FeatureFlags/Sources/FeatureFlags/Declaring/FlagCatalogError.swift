public import Foundation

/// Why flags can't be in one catalogue.
public enum FlagCatalogError: Error, Sendable, Hashable {
  /// Two flags have the same key.
  case declaredTwice(key: String)
  /// Two flags would be set by the same environment variable.
  case sameEnvironmentName(keys: [String], name: String)
}

extension FlagCatalogError: CustomStringConvertible, LocalizedError {
  /// What is wrong and what to do about it.
  public var description: String {
    switch self {
    case .declaredTwice(let key):
      "The flag '\(key)' is declared twice. Remove or rename one of the two."
    case .sameEnvironmentName(let keys, let name):
      "The flags \(keys.map { "'\($0)'" }.joined(separator: " and ")) are both spelled \(name) in the environment. Rename one of the two."
    }
  }

  /// The same as ``description``.
  public var errorDescription: String? { description }
}
