/// The name, the type and the default of a persisted value, declared once and used everywhere.
///
/// ```swift
/// extension PersistedKey where Value == Int {
///   static var visits: Self { PersistedKey("visits", default: 0) }
/// }
/// ```
public struct PersistedKey<Value: Codable & Sendable>: Sendable {
  /// The name; in a folder, the value's file is `<name>.json`.
  public let name: String
  /// The value that applies as long as nothing was stored.
  public let defaultValue: Value
  /// The number of the value's form, from 1.
  public let schemaVersion: Int
  /// Steps from older forms.
  public let migrations: [SchemaMigration]

  /// Creates a key.
  ///
  /// - Parameters:
  ///   - name: One to 100 of the letters a to z, A to Z, digits, `-`, `_` and `.`, not beginning with a dot. Two keys
  ///     of one storage need different names.
  ///   - defaultValue: The value that applies as long as nothing was stored.
  ///   - schemaVersion: The number of the value's form, from 1.
  ///   - migrations: Steps from older forms.
  public init(
    _ name: String,
    default defaultValue: Value,
    schemaVersion: Int = 1,
    migrations: [SchemaMigration] = []
  ) {
    precondition(
      (1...100).contains(name.utf8.count) && !name.hasPrefix(".")
        && name.unicodeScalars.allSatisfy { scalar in
          switch scalar {
          case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".": true
          default: false
          }
        },
      "A key's name consists of letters, digits, hyphens, underscores and dots, and does not begin with a dot."
    )
    self.name = name
    self.defaultValue = defaultValue
    self.schemaVersion = schemaVersion
    self.migrations = migrations
  }
}
