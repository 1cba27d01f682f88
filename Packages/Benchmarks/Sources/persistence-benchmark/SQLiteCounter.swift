import BenchmarkTools
import Foundation

/// A counter in a SQLite database with a rollback journal, `synchronous` FULL and one transaction per change.
final class SQLiteCounter {
  private typealias Text = UnsafePointer<CChar>
  private typealias Open = @convention(c) (Text, UnsafeMutablePointer<OpaquePointer?>) -> Int32
  private typealias Prepare =
    @convention(c) (
      OpaquePointer?, Text, Int32, UnsafeMutablePointer<OpaquePointer?>, UnsafeRawPointer?
    ) -> Int32
  private typealias OnStatement = @convention(c) (OpaquePointer?) -> Int32
  private typealias ColumnNumber = @convention(c) (OpaquePointer?, Int32) -> Int64

  // Result codes from sqlite3.h
  private static let ok: Int32 = 0
  private static let row: Int32 = 100
  private static let done: Int32 = 101

  private let library: UnsafeMutableRawPointer
  private let step: OnStatement
  private let reset: OnStatement
  private var database: OpaquePointer?
  private var increment: OpaquePointer?
  let version: String

  /// Opens a new database, or returns `nil` if the library isn't installed.
  init?(path: String) throws {
    guard let library = dlopen("libsqlite3.so.0", RTLD_NOW) else { return nil }
    self.library = library
    step = try Self.function("sqlite3_step", in: library)
    reset = try Self.function("sqlite3_reset", in: library)
    let libraryVersion: @convention(c) () -> Text = try Self.function("sqlite3_libversion", in: library)
    version = String(cString: libraryVersion())
    let open: Open = try Self.function("sqlite3_open", in: library)
    guard open(path, &database) == Self.ok else { throw BenchmarkError("SQLite can't open \(path).") }
    for statement in [
      "PRAGMA journal_mode=DELETE", "PRAGMA synchronous=FULL", "CREATE TABLE counter (count INTEGER NOT NULL)",
      "INSERT INTO counter VALUES (0)",
    ] {
      let prepared = try prepare(statement)
      let result = step(prepared)
      _ = reset(prepared)
      guard result == Self.done || result == Self.row else { throw BenchmarkError("SQLite rejects '\(statement)'.") }
    }
    increment = try prepare("UPDATE counter SET count = count + 1")
  }

  func add() throws {
    guard step(increment) == Self.done, reset(increment) == Self.ok else {
      throw BenchmarkError("SQLite could not update.")
    }
  }

  func count() throws -> Int {
    let column: ColumnNumber = try Self.function("sqlite3_column_int64", in: library)
    let query = try prepare("SELECT count FROM counter")
    guard step(query) == Self.row else { throw BenchmarkError("SQLite could not read.") }
    defer { _ = reset(query) }
    return Int(column(query, 0))
  }

  /// Returns a prepared statement, which stays prepared until the process ends.
  private func prepare(_ text: String) throws -> OpaquePointer? {
    let prepare: Prepare = try Self.function("sqlite3_prepare_v2", in: library)
    var statement: OpaquePointer?
    guard prepare(database, text, -1, &statement, nil) == Self.ok else {
      throw BenchmarkError("SQLite can't prepare '\(text)'.")
    }
    return statement
  }

  private static func function<Function>(_ name: String, in library: UnsafeMutableRawPointer) throws -> Function {
    guard let symbol = dlsym(library, name) else { throw BenchmarkError("libsqlite3 has no \(name).") }
    return unsafeBitCast(symbol, to: Function.self)
  }
}
