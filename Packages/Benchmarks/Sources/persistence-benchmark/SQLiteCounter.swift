import Foundation

/// A counter in a SQLite database as careful people set it up: rollback journal, `synchronous` FULL, one transaction a change.
///
/// The library is loaded where it is installed, so that nothing has to be for building.
final class SQLiteCounter {
  private typealias Open = @convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<OpaquePointer?>) -> Int32
  private typealias Execute =
    @convention(c) (
      OpaquePointer?, UnsafePointer<CChar>, UnsafeRawPointer?, UnsafeRawPointer?, UnsafeRawPointer?
    ) -> Int32
  private typealias Prepare =
    @convention(c) (
      OpaquePointer?, UnsafePointer<CChar>, Int32, UnsafeMutablePointer<OpaquePointer?>, UnsafeRawPointer?
    ) -> Int32
  private typealias OnStatement = @convention(c) (OpaquePointer?) -> Int32
  private typealias ColumnNumber = @convention(c) (OpaquePointer?, Int32) -> Int64
  private typealias Version = @convention(c) () -> UnsafePointer<CChar>

  // Result codes of sqlite3.h.
  private static let ok: Int32 = 0
  private static let row: Int32 = 100
  private static let done: Int32 = 101

  private let library: UnsafeMutableRawPointer
  private let step: OnStatement
  private let reset: OnStatement
  private var database: OpaquePointer?
  private var increment: OpaquePointer?
  /// The version of the library.
  let version: String

  /// Opens a new database; `nil` where the library is not installed.
  init?(path: String) throws {
    guard let library = dlopen("libsqlite3.so.0", RTLD_NOW) else { return nil }
    self.library = library
    func function<Function>(_ name: String, as type: Function.Type) throws -> Function {
      guard let symbol = dlsym(library, name) else { throw BenchmarkError("libsqlite3 has no \(name).") }
      return unsafeBitCast(symbol, to: type)
    }
    step = try function("sqlite3_step", as: OnStatement.self)
    reset = try function("sqlite3_reset", as: OnStatement.self)
    version = String(cString: try function("sqlite3_libversion", as: Version.self)())
    guard try function("sqlite3_open", as: Open.self)(path, &database) == Self.ok else {
      throw BenchmarkError("SQLite can't open \(path).")
    }
    let execute = try function("sqlite3_exec", as: Execute.self)
    for statement in [
      "PRAGMA journal_mode=DELETE", "PRAGMA synchronous=FULL", "CREATE TABLE counter (count INTEGER NOT NULL)",
      "INSERT INTO counter VALUES (0)",
    ] {
      guard execute(database, statement, nil, nil, nil) == Self.ok else {
        throw BenchmarkError("SQLite refuses '\(statement)'.")
      }
    }
    let prepare = try function("sqlite3_prepare_v2", as: Prepare.self)
    guard prepare(database, "UPDATE counter SET count = count + 1", -1, &increment, nil) == Self.ok else {
      throw BenchmarkError("SQLite can't prepare the update.")
    }
  }

  /// Adds one, durably.
  func add() throws {
    guard step(increment) == Self.done, reset(increment) == Self.ok else {
      throw BenchmarkError("SQLite could not update.")
    }
  }

  /// What is in the database.
  func count() throws -> Int {
    guard let prepareSymbol = dlsym(library, "sqlite3_prepare_v2"),
      let columnSymbol = dlsym(library, "sqlite3_column_int64"),
      let finalizeSymbol = dlsym(library, "sqlite3_finalize")
    else { throw BenchmarkError("libsqlite3 is incomplete.") }
    var query: OpaquePointer?
    let prepare = unsafeBitCast(prepareSymbol, to: Prepare.self)
    guard prepare(database, "SELECT count FROM counter", -1, &query, nil) == Self.ok, step(query) == Self.row else {
      throw BenchmarkError("SQLite could not read.")
    }
    defer { _ = unsafeBitCast(finalizeSymbol, to: OnStatement.self)(query) }
    return Int(unsafeBitCast(columnSymbol, to: ColumnNumber.self)(query, 0))
  }
}
