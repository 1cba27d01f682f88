import Foundation

/// Where persisted values are: a folder with a file for each, or nothing but memory.
///
/// All uses of one key in one storage share one state, so that they always agree.
///
/// A program makes its storage once and hands it to ``Persisted/init(_:in:)``, or binds it for everything that it runs:
///
/// ```swift
/// await PersistedStorage.$current.withValue(.folder(dataFolder, writtenBy: "example 1.0")) { await run() }
/// ```
///
/// A test uses an empty storage of its own with `PersistedStorage.inMemory()`.
public final class PersistedStorage: Sendable {
  /// The storage that ``Persisted/init(_:)`` uses: what the enclosing task has bound.
  @TaskLocal public static var current: PersistedStorage?

  private struct Entry {
    var schemaVersion: Int
    var state: any Sendable
  }

  private let makeStore: any StoreMaker
  private let entries = Protected<[String: Entry]>([:])

  private init(_ makeStore: any StoreMaker) {
    self.makeStore = makeStore
  }

  /// A storage with a file `<name>.json` for each key in a folder.
  ///
  /// - Parameters:
  ///   - path: The folder, which is created at the first change.
  ///   - writtenBy: The program and its version, for messages of other versions.
  ///   - fileSystem: Where the folder is.
  ///   - lockTimeout: How long a change waits for other processes.
  ///   - settings: What else can be chosen.
  /// - Returns: The storage.
  public static func folder(
    _ path: String,
    writtenBy: String,
    fileSystem: any FileSystem = LiveFileSystem(),
    lockTimeout: Duration = .seconds(10),
    settings: StoreSettings = StoreSettings()
  ) -> PersistedStorage {
    PersistedStorage(
      FileStoreMaker(
        folder: path,
        writtenBy: writtenBy,
        fileSystem: fileSystem,
        lockTimeout: lockTimeout,
        settings: settings
      )
    )
  }

  /// An empty storage that lasts as long as somebody holds it.
  ///
  /// - Returns: The storage.
  public static func inMemory() -> PersistedStorage {
    PersistedStorage(MemoryStoreMaker())
  }

  /// The store of a key's value.
  ///
  /// - Parameter key: The key.
  /// - Returns: The store; the same one at every call.
  public func store<Value>(for key: PersistedKey<Value>) -> any Store<Value> {
    state(for: key).store
  }

  func state<Value>(for key: PersistedKey<Value>) -> PersistedState<Value> {
    entries.withLock { entries in
      guard let entry = entries[key.name] else {
        let state = PersistedState(store: makeStore.store(for: key))
        entries[key.name] = Entry(schemaVersion: key.schemaVersion, state: state)
        return state
      }
      guard let state = entry.state as? PersistedState<Value>, entry.schemaVersion == key.schemaVersion else {
        preconditionFailure("Two keys named \"\(key.name)\" differ in the type or schema of their values.")
      }
      return state
    }
  }
}

/// Makes the store of a key.
private protocol StoreMaker: Sendable {
  func store<Value>(for key: PersistedKey<Value>) -> any Store<Value>
}

private struct FileStoreMaker: StoreMaker {
  var folder: String
  var writtenBy: String
  var fileSystem: any FileSystem
  var lockTimeout: Duration
  var settings: StoreSettings

  func store<Value>(for key: PersistedKey<Value>) -> any Store<Value> {
    JSONFileStore(
      path: FileLocation.join(folder, key.name + ".json"),
      default: key.defaultValue,
      schemaVersion: key.schemaVersion,
      migrations: key.migrations,
      writtenBy: writtenBy,
      fileSystem: fileSystem,
      lockTimeout: lockTimeout,
      settings: settings
    )
  }
}

private struct MemoryStoreMaker: StoreMaker {
  func store<Value>(for key: PersistedKey<Value>) -> any Store<Value> {
    InMemoryStore(default: key.defaultValue, path: key.name)
  }
}
