import Basics
import Components
public import Foundation
import Observation
import Portfolio

/// A function that reads a file at a path that the user entered.
///
/// The path can begin with `~`. The function blocks until the file is read. It reads at most one byte more than the
/// maximum import size.
public typealias ImportedFileReader = @Sendable (_ path: String) throws(ImportedFileError) -> Data

/// The reason why a file can't be read, as user-facing sentences.
public struct ImportedFileError: Error, CustomStringConvertible {
  /// The reason, in sentences.
  public let description: String

  /// Creates an error with the reason in sentences.
  public init(_ description: String) { self.description = description }
}

/// The state and actions for the form that imports a file into the ledger.
///
/// Pressing Enter checks the file and shows a preview of the import. Pressing Enter again imports the file.
@MainActor
@Observable
final class ImportViewModel {
  struct Preview: Sendable {
    let file: LedgerImportFile
    let summary: LedgerImportSummary
    let entries: [LedgerEntry]
  }

  private(set) var isOpen = false
  private(set) var path = TextFieldState(maximumLength: 4_096)
  /// The result of checking the file; `nil` before the check has finished and after each change to the path.
  private(set) var preview: Preview?
  /// The reason why the file can't be imported, as sentences.
  private(set) var problem: String?
  private(set) var isWorking = false

  @ObservationIgnored private let ledger: any LedgerStoring
  @ObservationIgnored private let read: ImportedFileReader?
  @ObservationIgnored private let now: @Sendable () -> Date
  /// The number of the latest check or import; results of earlier ones are ignored.
  @ObservationIgnored private var number = 0

  /// Creates a view model; without a reader, nothing can be imported.
  init(ledger: any LedgerStoring, read: ImportedFileReader?, now: @escaping @Sendable () -> Date) {
    self.ledger = ledger
    self.read = read
    self.now = now
  }

  var isAvailable: Bool { read != nil }

  var hasInput: Bool { isOpen && !path.text.isEmpty }

  func open() {
    close()
    isOpen = true
  }

  func close() {
    number += 1
    isOpen = false
    path = TextFieldState(maximumLength: 4_096)
    preview = nil
    problem = nil
    isWorking = false
  }

  func handle(_ press: KeyPress) -> Bool {
    guard !isWorking, path.handle(press) else { return isWorking }
    forgetCheck()
    return true
  }

  func paste(_ text: String) {
    guard !isWorking else { return }
    path.paste(text)
    forgetCheck()
  }

  private func forgetCheck() {
    preview = nil
    problem = nil
  }

  /// Checks the file or, if it has been checked, imports it and returns the change to the ledger.
  func submit() async -> LedgerChange? {
    let path = path.text.trimmingCharacters(in: .whitespaces)
    guard !isWorking, let read else { return nil }
    guard !path.isEmpty else {
      problem = "Enter the path of a CSV or JSON file."
      return nil
    }
    isWorking = true
    number += 1
    let number = number
    defer { if number == self.number { isWorking = false } }
    do {
      guard let preview else {
        let checked = try await check(path, read)
        if number == self.number { preview = checked }
        return nil
      }
      let (ledger, rows) = (ledger, preview.file.rows)
      let (summary, added, removed) = try await performBlocking { () throws(LedgerError) in
        let result = try ledger.add(rows)
        let reversed = Set(result.entries.compactMap(\.original))
        let added = result.entries.filter { $0.original == nil && !reversed.contains($0.id) }.map(\.id)
        // An undo restores the existing ledger entries that the import reversed.
        return (result.summary, added, result.reversed.map { $0.copy() })
      }
      if number == self.number { close() }
      let undo: @Sendable () throws(LedgerError) -> Void = { [now] () throws(LedgerError) in
        // Reverse the latest entries first, because they depend on earlier ones.
        let current = try ledger.currentIDs(of: added.reversed())
        try ledger.reverse(current, restoring: removed, now: now())
      }
      return LedgerChange(
        message: Self.result(summary),
        tone: .positive,
        undo: added.isEmpty && removed.isEmpty ? nil : undo
      )
    } catch {
      let text = (error as? ImportError)?.text(reasonLimit: 3) ?? "\(error)"
      if number == self.number { problem = text }
      return nil
    }
  }

  private func check(_ path: String, _ read: @escaping ImportedFileReader) async throws -> Preview {
    let (ledger, now) = (ledger, now)
    return try await performBlocking { () throws -> Preview in
      let file = try LedgerImportFile(read(path), named: path)
      let preview = try ledger.snapshot().previewImport(of: file.rows, now: now())
      return Preview(file: file, summary: preview.summary, entries: preview.entries)
    }
  }

  private static func result(_ summary: LedgerImportSummary) -> String {
    let added = summary.added == 1 ? "1 entry" : "\(summary.added) entries"
    let known = summary.skipped == 0 ? "" : " \(ImportText.known(summary))"
    return "Imported \(added).\(known)"
  }
}
