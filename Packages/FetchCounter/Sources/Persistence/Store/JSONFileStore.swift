import Basics
import Dispatch
import Foundation

/// A Codable value in a JSON file that survives crashes, full disks, other processes and other versions of the program.
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
/// - A change is a read-modify-write under a lock between processes; see ``DurableWriter`` for how it is written.
/// - The file is read anew at every ``outcome()`` and every change, so all processes and stores see the same value.
/// - Only a missing file without a backup means the default. An empty, damaged, unreadable or newer file, and one that is
///   gone while its backup is there, is reported and never overwritten; ``reset(to:)`` and ``replaceIfCorrupt(with:)`` first keep damaged bytes as `<name>.corrupt-<time>`.
/// - The previous content stays as `<name>.bak`; only content that was decoded gets there. See ``restoreBackup()``.
/// - Members that the program does not know are kept, as long as the schema is the same.
/// - The checksum may be missing in a file that somebody wrote by hand; with one, every changed byte is noticed.
///
/// Beside the file there are `<name>.lock`, which stays, and during a write a hidden temporary file; those that a
/// killed process left are removed when the file is next opened. New files have mode `0600`, new folders `0700`.
///
/// Values should be structs or enums. Instances may be used from several threads; several stores may share a file.
public final class JSONFileStore<Value: Codable & Sendable>: Store {
  /// The path of the file as given; symbolic links are followed at every access.
  public let path: String
  /// The value that applies as long as there is no file.
  public let defaultValue: Value

  package let fileSystem: any FileSystem
  let disk: any FileSystem
  let settings: StoreSettings
  /// The location that ``path`` names when it is no symbolic link.
  let plainLocation: FileLocation
  let lockTimeout: Duration
  let coder: SnapshotCoder<Value>
  let writer: DurableWriter
  let lock: FileLock
  /// Admits one thread of this store at a time; the file lock decides between stores.
  let gate = NSLock()
  let memory = Locked(Memory())
  let observers: ChangeObservers<Value>
  private let queue = DispatchQueue(label: "Persistence.JSONFileStore")

  /// What is remembered between accesses.
  struct Memory: Sendable {
    /// The last content that was decoded or written, which only saves decoding the same bytes again.
    var snapshot: Snapshot<Value>?
    /// The file beside which temporary files were looked for.
    var sweptPath: String?
  }

  /// Creates a store, without reading or writing anything yet.
  ///
  /// - Parameters:
  ///   - path: The path of the file. Folders that are missing are created at the first change.
  ///   - defaultValue: The value that applies as long as there is no file.
  ///   - schemaVersion: The number of the payload's form, from 1.
  ///   - migrations: Steps from older schemas; at most one from each.
  ///   - writtenBy: The program and its version, for messages of other versions.
  ///   - fileSystem: Where the file is.
  ///   - lockTimeout: How long a change waits for other processes.
  ///   - settings: What else can be chosen.
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
    precondition(!path.isEmpty && !path.hasSuffix("/"), "The path of a store has to name a file.")
    precondition(settings.corruptCopies > 0, "At least one damaged file has to be kept.")
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

  /// Reads the file without waiting for writers; the first call removes temporary files of killed processes.
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

  /// Changes the value on disk: locks, reads, runs the closure, writes durably, unlocks.
  ///
  /// An unchanged value is not written; otherwise the old value becomes the backup. The closure must not use the same store.
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

  /// Changes the value on disk, in a thread that may block; the closure must not use the same store.
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

  /// The outcomes from now on; those of others are noticed within ``StoreSettings/pollInterval``.
  public func changes() -> AsyncStream<LoadOutcome<Value>> {
    observers.stream(look: { self.stamp() }, load: { self.outcome() })
  }
}
