import Basics
import Dispatch
import Foundation

/// A store that keeps a Codable value in a JSON file.
///
/// The file survives crashes, full disks, other processes and other program versions.
///
/// ```json
/// {
///   "schema": 1,
///   "written_by": "example 1.0",
///   "payload": { "count": 42 },
///   "checksum": "crc32:cf4822f8"
/// }
/// ```
///
/// - A change is a read-modify-write operation under a lock between processes; ``DurableWriter`` writes the file.
/// - Every ``outcome()`` and every change reads the file, so all processes and stores see the same value.
/// - The default applies only if both the file and its backup are missing. A file is reported and never overwritten if
///   it is empty, corrupt or unreadable, has a newer schema, or is lost (only its backup exists). ``reset(to:)`` and
///   ``replaceIfCorrupt(with:)`` first keep corrupt bytes as `<name>.corrupt-<time>`.
/// - The previous content is kept as `<name>.bak` if it could be decoded. To restore the backup, rename it.
/// - Members that the program doesn't know are kept as long as the schema stays the same.
/// - A file written by hand doesn't need a checksum. If it has a checksum, every changed byte is detected.
///
/// `<name>.lock` stays next to the file; hidden temporary files from killed processes are removed when the file is next
/// opened. New files have mode `0600`, and new directories have mode `0700`.
///
/// Values should be structs or enums. Stores are thread-safe, and several stores can share a file.
public final class JSONFileStore<Value: Codable & Sendable>: Store {
  /// The path of the file, as given; symbolic links are followed on every access.
  public let path: String
  /// The value that applies if the file doesn't exist.
  public let defaultValue: Value

  package let fileSystem: any FileSystem
  let disk: any FileSystem
  let settings: StoreSettings
  /// The location before following symbolic links.
  let plainLocation: FileLocation
  let lockTimeout: Duration
  let coder: SnapshotCoder<Value>
  let writer: DurableWriter
  let lock: FileLock
  /// A lock that admits one thread at a time; the file lock excludes other stores.
  let gate = NSLock()
  let memory = Locked(Memory())
  let observers: ChangeObservers<Value>
  private let queue = DispatchQueue(label: "Persistence.JSONFileStore")

  struct Memory: Sendable {
    /// The last decoded or written content, which avoids decoding the same bytes again.
    var snapshot: Snapshot<Value>?
    /// The path whose leftover temporary files were last removed.
    var sweptPath: String?
  }

  /// Creates a store without accessing the disk; the first change creates missing directories.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - defaultValue: The value that applies if the file doesn't exist.
  ///   - schemaVersion: The version of the payload's format, starting at 1.
  ///   - migrations: Migrations from older schemas, with at most one per schema.
  ///   - writtenBy: The program's name and version, for messages in other versions.
  ///   - fileSystem: The file system that contains the file.
  ///   - lockTimeout: The maximum time that a change waits for other processes.
  ///   - settings: Additional settings.
  public init(
    path: String,
    default defaultValue: Value,
    schemaVersion: Int = 1,
    migrations: [SchemaMigration] = [],
    writtenBy: String,
    fileSystem: any FileSystem = LiveFileSystem(),
    lockTimeout: Duration = .seconds(10),
    settings: StoreSettings = StoreSettings()
  ) {
    precondition(!path.isEmpty && !path.hasSuffix("/"), "The path of a store must be the path of a file.")
    precondition(settings.corruptCopies > 0, "At least one corrupt file must be kept.")
    self.path = path
    self.defaultValue = defaultValue
    self.fileSystem = fileSystem
    disk = fileSystem.repeatingInterruptedCalls
    self.settings = settings
    plainLocation = FileLocation(path: path)
    self.lockTimeout = lockTimeout
    coder = SnapshotCoder(schemaVersion: schemaVersion, migrations: migrations, writtenBy: writtenBy)
    writer = DurableWriter(fileSystem: fileSystem, process: settings.holder.process, givesNewFilesAway: true)
    lock = FileLock(fileSystem: fileSystem, clock: settings.clock, holder: settings.holder)
    observers = ChangeObservers(interval: settings.pollInterval, clock: settings.pollClock)
  }

  /// Reads the file without waiting for writers; the first call removes killed processes' temporary files.
  public func outcome() -> LoadOutcome<Value> {
    let location: FileLocation
    do throws(FileSystemError) {
      location = try plainLocation.resolved(in: disk)
    } catch {
      return .unreadable(.system(error))
    }
    sweepIfFirst(location)
    return read(location).outcome
  }

  /// Locks the file, reads it, calls the closure, writes the value durably, and unlocks the file.
  ///
  /// An unchanged value isn't written. The old value becomes the backup. The closure must not use the same store.
  @discardableResult
  public func update<Result>(_ change: (inout Value) throws -> Result) throws(StoreError) -> Result {
    try exclusively { access throws(StoreError) in
      let found = read(access.location)
      if let error = error(for: found.outcome) { throw error }
      var value = found.outcome.value ?? defaultValue
      let result: Result
      do {
        result = try change(&value)
      } catch {
        throw .changeFailed(path: path, error)
      }
      try write(value, over: found, access)
      return result
    }
  }

  /// Changes the value on a thread that may block; the closure must not use the same store.
  @discardableResult
  public func update<Result: Sendable>(
    _ change: @escaping @Sendable (inout Value) throws -> Result
  ) async throws(StoreError) -> Result {
    let result: Swift.Result<Result, StoreError> = await withCheckedContinuation { continuation in
      queue.async {
        do throws(StoreError) {
          continuation.resume(returning: .success(try self.update(change)))
        } catch {
          continuation.resume(returning: .failure(error))
        }
      }
    }
    return try result.get()
  }

  /// Returns a stream that starts with the current outcome; other processes' changes arrive within half a second.
  public func changes() -> AsyncStream<LoadOutcome<Value>> {
    observers.stream(look: { self.stamp() }, load: { self.outcome() })
  }
}
