import Basics
import BasicsTesting
import Foundation
import Persistence
import PersistenceTesting
import Testing

@testable import Portfolio

@Suite("Alert file")
struct AlertFileTests {
  private let disk = InMemoryFileSystem()
  private let path = "/data/alerts.json"

  private static let requests = [
    AlertRequest(
      coin: bitcoin,
      condition: .above(number("100000.123456789012345678")),
      currency: "aud",
      repetition: .once
    ),
    AlertRequest(coin: ethereum, condition: .falls(percent: 20, since: .price(number("0.5"))), currency: "usd"),
    AlertRequest(coin: dogecoin, condition: .below(2), currency: "eur"),
  ]

  /// An alert file from a version without checksums, containing two of the alerts.
  private static let unprotected = """
    {
      "alerts" : [
        {
          "changed" : "2026-01-31T12:00:01.000Z",
          "coin" : "bitcoin",
          "condition" : "above",
          "created" : "2026-01-31T12:00:00.000Z",
          "currency" : "aud",
          "id" : 1,
          "price" : "100000.123456789012345678",
          "state" : "done",
          "symbol" : "btc"
        },
        {
          "coin" : "ethereum",
          "condition" : "falls",
          "created" : "2026-01-31T12:00:00.000Z",
          "currency" : "usd",
          "id" : 3,
          "margin" : "0.01",
          "percent" : "20",
          "since" : "0.5",
          "state" : "armed",
          "symbol" : "eth"
        }
      ],
      "next" : 5,
      "version" : 1
    }

    """

  private func store(_ fileSystem: any FileSystem) -> FileAlertStore {
    FileAlertStore(
      path: path,
      writtenBy: "tests 1.0",
      lockTimeout: .seconds(1),
      now: { noon },
      fileSystem: fileSystem
    )
  }

  private func storeError<Value>(_ operation: () throws -> Value) -> StoreError? {
    do {
      _ = try operation()
      return nil
    } catch AlertError.store(let error) {
      return error as? StoreError
    } catch {
      Issue.record(error)
      return nil
    }
  }

  @Test("reads an alert file without a checksum, and adds a checksum and a backup with the next change")
  func unprotected() throws {
    // Given
    let bytes = Array(Self.unprotected.utf8)
    disk.place(bytes, at: path)
    let before = try store(disk).alerts()
    #expect(before.map(\.id) == [1, 3])
    #expect(before.map(\.request) == Array(Self.requests[..<2]))
    #expect(before.map(\.state) == [.off(since: noon + 1), .armed])
    #expect(disk.contents(at: path) == bytes)

    // When
    let added = try store(disk).add(Self.requests[2])

    // Then
    #expect(added.id == 5)
    #expect(try store(disk).alerts() == before + [added])
    #expect(disk.contents(at: path + ".bak") == bytes)
    let text = String(decoding: try #require(disk.contents(at: path)), as: UTF8.self)
    #expect(text.contains("\"checksum\": \"crc32:"))
  }

  @Test("keeps the file's owner and mode when another user sets alerts")
  func administrator() throws {
    // Given
    let owner = FileOwner(user: 1_000, group: 1_000)
    let administrator = disk.otherProcess(as: FileOwner(user: 0, group: 0))
    disk.place(Array(Self.unprotected.utf8), at: path, mode: FileMode(rawValue: 0o640))

    // When
    for request in Self.requests { try store(administrator).add(request) }

    // Then
    for name in disk.names(in: "/data") {
      #expect(try disk.status(at: "/data/\(name)").owner == owner, "\(name)")
      #expect(try disk.status(at: "/data/\(name)").mode == FileMode(rawValue: 0o640), "\(name)")
    }
    #expect(disk.names(in: "/data") == ["alerts.json", "alerts.json.bak", "alerts.json.lock"])
    try store(disk).remove(1)
  }

  @Test("stores the quote that triggered an alert")
  func firing() throws {
    // Given
    for request in Self.requests { try store(disk).add(request) }

    // When
    let quotes = alertQuotes(["bitcoin": ("aud", number("100000.123456789012345679"))])
    let evaluation = try store(disk).check(quotes)

    // Then
    let alerts = try store(disk).alerts()
    #expect(alerts == evaluation.alerts)
    let quote = Quote(price: number("100000.123456789012345679"), time: noon, source: "Test")
    #expect(alerts.map(\.lastQuote) == [quote, nil, nil])
  }

  @Test("detects every flipped bit that changes an alert")
  func flips() throws {
    // Given
    for request in Self.requests { try store(disk).add(request) }
    let alerts = try store(disk).alerts()
    let golden = try #require(disk.contents(at: path))

    for place in golden.indices {
      for bit in LongTests.areEnabled ? 0..<8 : place % 8..<place % 8 + 1 {
        // When
        var bytes = golden
        bytes[place] ^= 1 << bit
        disk.place(bytes, at: path)

        // Then
        do throws(AlertError) {
          #expect(try store(disk).alerts() == alerts, "bit \(bit) of byte \(place)")
        } catch {
          let isTyped =
            if case .store(let cause as StoreError) = error { cause.isCorrupt || cause.isNewerSchema } else { false }
          #expect(isTyped, "\(error)")
        }
        #expect(disk.contents(at: path) == bytes)
      }
    }
  }

  @Test(
    "reports a damaged alert file with a recovery suggestion, and leaves it unchanged",
    arguments: [
      "", "{", "[]", "{\"version\": 1}", "{\"version\": 2, \"next\": 1, \"alerts\": []}",
      "{\"version\": 1, \"next\": 0, \"alerts\": []}", "{\"version\": 1, \"next\": 3, \"alerts\": [{\"id\": 1}]}",
      "{\"next\": 1, \"alerts\": []}", "{\"schema\": 1, \"payload\": {\"next\": 1}}",
    ]
  )
  func damaged(text: String) throws {
    // Given
    let bytes = Array(text.utf8)
    disk.place(bytes, at: path)

    // When
    let errors = [
      storeError { try store(disk).alerts() }, storeError { try store(disk).add(Self.requests[0]) },
      storeError { try store(disk).remove(1) }, storeError { try store(disk).check(alertQuotes([:])) },
    ]

    // Then
    for error in errors {
      #expect(error?.isCorrupt == true)
      #expect(error?.message.contains(path) == true)
      #expect(error?.recoverySuggestion == "To start over, rename the corrupt file.")
    }
    #expect(disk.contents(at: path) == bytes)
  }

  @Test("leaves an alert file from a newer version unchanged")
  func newer() throws {
    let bytes = Array("{\"schema\": 2, \"payload\": {}}".utf8)
    disk.place(bytes, at: path)
    #expect(storeError { try store(disk).alerts() }?.isNewerSchema == true)
    #expect(storeError { try store(disk).add(Self.requests[0]) }?.isNewerSchema == true)
    #expect(disk.contents(at: path) == bytes)
  }

  @Test(
    "keeps either the old or the new alerts after a disk error, and reports whether the change was stored",
    arguments: faultCodes
  )
  func faults(code: SystemErrorCode) throws {
    func prepared() throws -> InMemoryFileSystem {
      let disk = InMemoryFileSystem()
      for request in Self.requests[..<2] { try store(disk).add(request) }
      return disk
    }
    let counting = FaultyFileSystem(try prepared())
    try store(counting).add(Self.requests[2])
    #expect(counting.calls.count > 15)
    for (number, call) in counting.calls.enumerated() {
      // Given
      let disk = try prepared()

      // When
      let faulty = FaultyFileSystem(disk, call: number, .error(code))
      let error = storeError { try store(faulty).add(Self.requests[2]) }

      // Then
      let requests = try store(disk).alerts().map(\.request)
      switch error {
      case nil, .notConfirmed: #expect(requests == Self.requests, "\(call)")
      case .notWritable, .unreadable: #expect(requests == Array(Self.requests[..<2]), "\(call)")
      case .some(let error): Issue.record(error, "\(call)")
      }
      #expect(disk.openFileCount == 0, "\(call)")
      try store(disk).remove(1)
      #expect(!disk.names(in: "/data").contains { $0.contains(".tmp") }, "\(call)")
    }
  }
}
