import Basics

/// A directory of persisted values, one file per key; properties with the same key share one state.
public final class PersistedStorage: Sendable {
  private struct Entry {
    var schemaVersion: Int
    var state: any Sendable
  }

  private let path: String
  private let writtenBy: String
  private let fileSystem: any FileSystem
  private let settings: StoreSettings
  private let entries = Locked<[String: Entry]>([:])

  /// Creates storage for `<name>.json` files; `writtenBy` is the program's name and version, for error messages.
  public init(
    folder path: String,
    writtenBy: String,
    fileSystem: any FileSystem = LiveFileSystem(),
    settings: StoreSettings = StoreSettings()
  ) {
    self.path = path
    self.writtenBy = writtenBy
    self.fileSystem = fileSystem
    self.settings = settings
  }

  func state<Value>(for key: PersistedKey<Value>) -> PersistedState<Value> {
    entries.withLock { entries in
      guard let entry = entries[key.name] else {
        let state = PersistedState(store: store(for: key))
        entries[key.name] = Entry(schemaVersion: key.schemaVersion, state: state)
        return state
      }
      guard let state = entry.state as? PersistedState<Value>, entry.schemaVersion == key.schemaVersion else {
        preconditionFailure("Two keys named \"\(key.name)\" differ in the type or schema of their values.")
      }
      return state
    }
  }

  private func store<Value>(for key: PersistedKey<Value>) -> JSONFileStore<Value> {
    JSONFileStore(
      path: FileLocation.join(path, key.name + ".json"),
      default: key.defaultValue,
      schemaVersion: key.schemaVersion,
      migrations: key.migrations,
      writtenBy: writtenBy,
      fileSystem: fileSystem,
      settings: settings
    )
  }
}

/// A persisted value's name, type and default.
///
/// ```swift
/// extension PersistedKey where Value == Int {
///   static var visits: Self { PersistedKey("visits", default: 0) }
/// }
/// ```
public struct PersistedKey<Value: Codable & Sendable>: Sendable {
  let name: String
  let defaultValue: Value
  let schemaVersion: Int
  let migrations: [SchemaMigration]

  /// Creates a key, with a format version that starts at 1.
  ///
  /// A name consists of 1 to 100 ASCII letters, digits, `-`, `_` and `.`, doesn't begin with a period, and is unique in
  /// its storage. The file name is the key's name followed by `.json`.
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
