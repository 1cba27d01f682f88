import Basics
import FeatureFlags
import Foundation
import Markets
import Persistence
import PersistenceTesting
import Testing

@testable import fetch_counter

/// A file in the data folder that stores a user's choices.
struct StoredFile: Sendable, CustomTestStringConvertible {
  let name: String
  let read: @Sendable (any FileSystem) throws -> [String]
  /// A closure that makes the first or the second of two choices.
  let choose: @Sendable (_ isSecond: Bool, any FileSystem) async throws -> Void

  var testDescription: String { name }
  var path: String { "/data/\(name).json" }

  static let all = [
    StoredFile(
      name: "preferences",
      read: { try StoredPreferences(folder: "/data", fileSystem: $0).load().map { "\($0.key)=\($0.value)" }.sorted() },
      choose: { isSecond, fileSystem in
        let setting = isSecond ? Settings.theme.specification : Settings.currency.specification
        try StoredPreferences(folder: "/data", fileSystem: fileSystem).set(isSecond ? "dark" : "usd", for: setting)
      }
    ),
    StoredFile(
      name: "flags",
      read: { fileSystem in
        try FlagFileStore(folder: "/data", fileSystem: fileSystem).load().values.map { "\($0.key)=\($0.value)" }
          .sorted()
      },
      choose: { isSecond, fileSystem in
        try FlagFileStore(folder: "/data", fileSystem: fileSystem).update { overrides in
          overrides.values[isSecond ? "other" : "supportEUR"] = .boolean(true)
        }
      }
    ),
    StoredFile(
      name: "favourites",
      read: { try FavouriteCoinsFile(folder: "/data", fileSystem: $0).load().map(\.description).sorted() },
      choose: { isSecond, fileSystem in
        let coin = try #require(CoinID(isSecond ? "ethereum" : "bitcoin"))
        _ = try await FavouriteCoinsFile(folder: "/data", fileSystem: fileSystem).set(coin, isFavorite: true)
      }
    ),
  ]

  static let codes: [SystemErrorCode] = [
    .noSpace, .inputOutput, .accessDenied, .quotaExceeded, .interrupted, .readOnlyFileSystem, .notFound, .noMemory,
    .busy, .tooManyOpenFiles,
  ]
}

@Suite("Files with the user's choices")
struct StoredFilesTests {
  @Test(
    "keeps either the old or the new choices if any call fails, and reports the outcome",
    arguments: StoredFile.all
  )
  func faults(file: StoredFile) async throws {
    let counting = FaultyFileSystem(InMemoryFileSystem())
    try await file.choose(false, counting)
    let first = try file.read(counting)
    try await file.choose(true, counting)
    let second = try file.read(counting)
    #expect(first != second)
    for code in StoredFile.codes {
      var number = 0
      while true {
        // Given
        let disk = InMemoryFileSystem()
        try await file.choose(false, disk)
        let faulty = FaultyFileSystem(disk, call: number, .error(code))

        // When
        var failure: StoreError?
        do {
          try await file.choose(true, faulty)
        } catch let error as StoreError {
          failure = error
        }

        // Then
        guard faulty.calls.count > number else { break }
        number += 1
        // If the first file isn't found when it is opened, it counts as missing, because no other file shows that it
        // existed.
        if code == .notFound, faulty.calls[number - 1].operation == .open, faulty.calls[number - 1].path == file.path {
          continue
        }
        let choices = try file.read(disk)
        let call = "\(faulty.calls[number - 1]), \(code)"
        switch failure {
        case nil, .notConfirmed: #expect(choices == second, "\(call)")
        case .notWritable, .unreadable: #expect(choices == first, "\(call)")
        case .some(let error): Issue.record(error, "\(call)")
        }
        #expect(disk.openFileCount == 0, "\(call)")
      }
      #expect(number > 15)
    }
  }

  @Test("detects every flipped bit in a file with the user's choices", arguments: StoredFile.all)
  func flips(file: StoredFile) async throws {
    let disk = InMemoryFileSystem()
    for isSecond in [false, true] { try await file.choose(isSecond, disk) }
    let choices = try file.read(disk)
    let golden = try #require(disk.contents(at: file.path))
    for place in golden.indices {
      for bit in 0..<8 {
        var bytes = golden
        bytes[place] ^= 1 << bit
        disk.place(bytes, at: file.path)
        do {
          #expect(try file.read(disk) == choices, "bit \(bit) of byte \(place)")
        } catch let error as StoreError {
          #expect(error.isCorrupt || error.isNewerSchema, "bit \(bit) of byte \(place): \(error)")
        }
        #expect(disk.contents(at: file.path) == bytes)
      }
    }
  }
}
