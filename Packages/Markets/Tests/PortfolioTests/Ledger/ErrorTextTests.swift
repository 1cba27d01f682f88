import Basics
import Foundation
import Persistence
import Testing

@testable import Portfolio

@Suite("Error messages")
struct ErrorTextTests {
  private static let failure = FileFailure(FileSystemError(.write, "/d/x\u{1B}[2J", .noSpace))

  @Test("includes the operation and the system's reason in file errors, but not the path")
  func failures() {
    #expect("\(Self.failure)" == "could not write it: the disk is full (ENOSPC)")
  }

  @Test(
    "suggests a fix for the system's reason, and doesn't mention temporary files",
    arguments: [
      (EROFS, "writable"), (ENOSPC, "Free some space"), (EACCES, "permissions"), (EIO, "Check the disk"),
    ]
  )
  func advice(code: Int32, words: String) {
    let error = FileSystemError(.write, "/d/.x.tmp-1-1", SystemErrorCode(rawValue: code))
    let ledger = LedgerError.notWritten(path: "/d/x", FileFailure(error))
    #expect(ledger.recoverySuggestion?.contains(words) == true)
    #expect(ledger.recoverySuggestion?.contains("permissions") == (code == EACCES))
    #expect(!ledger.description.contains("tmp"))
  }

  private static let ledgerErrors: [LedgerError] = [
    .refused(.insufficient(coin: bitcoin, held: 1, needed: 2)), .importRefused(.line(3), .duplicate(.numbered(1))),
    .newerSchema(path: "/d/x\n", line: 3, version: 2), .locked(path: "/d/x\n", waited: .seconds(5)),
    .unreadable(path: "/d/x\n", failure), .notWritten(path: "/d/x\n", failure), .notConfirmed(path: "/d/x\n", failure),
    .refused(.neededLater(coin: bitcoin, by: .numbered(2))), .refused(.unknownEntry(.numbered(1))),
    .refused(.insufficientThen(coin: bitcoin, time: noon, held: 1, needed: 2)), .refused(.invalid(.future)),
    .refused(.alreadyReversed(.numbered(1), by: .numbered(2))), .refused(.notReversible(.numbered(1))),
  ]

  @Test("describes ledger errors in one-line sentences", arguments: ledgerErrors)
  func ledger(error: LedgerError) {
    #expect(error.description.hasSuffix("."))
    #expect(!error.description.contains { $0.isNewline || $0 == "\u{1B}" })
  }

  @Test("includes the held amount in the error if a sale needs more coins")
  func insufficient() {
    #expect(
      "\(Self.ledgerErrors[0])" == """
        The ledger was not changed. You hold only 1 BTC, but 2 are needed. Enter the missing purchase or receipt first.
        """
    )
    #expect("\(Self.ledgerErrors[1])".hasPrefix("Nothing was imported. Line 3: There is already an entry"))
  }

  private static let alertErrors: [AlertError] = [
    .invalid(.price), .invalid(.percent), .invalid(.margin), .invalid(.name(.empty(.coin))),
    .invalid(.tooMany(limit: 5)),
    .unknown(7), .store(StoreError.empty(path: "/d/x\n")),
    .store(StoreError.newerSchema(path: "/d/x\n", found: 2, supported: 1, writtenBy: nil)),
  ]

  @Test("describes alert errors in one-line sentences", arguments: alertErrors)
  func alerts(error: AlertError) {
    #expect(error.description.hasSuffix("."))
    #expect(!error.description.contains { $0.isNewline || $0 == "\u{1B}" })
  }
}
