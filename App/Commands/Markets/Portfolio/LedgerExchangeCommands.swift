import Basics
import Components
import Foundation
import Portfolio

/// `fetch-counter markets portfolio import FILE`.
@MainActor
struct LedgerImportCommand: ImmediateCommand {
  private struct Document: Encodable {
    let added: Int
    let skipped: Int
    let differing: [String]
  }

  let ledger: LedgerAccess
  /// The file, or `-`.
  let path: String
  let format: LedgerFormat?

  func run() throws(CommandFailure) {
    let data = try content()
    let summary: LedgerImportSummary
    do {
      summary = try ledger.ledger.add(try rows(in: data))
    } catch let error as ImportError {
      throw CommandFailure(exitCode: .failure, kind: "import_refused", message: error.description)
    } catch let error as LedgerError {
      throw CommandFailure(error)
    } catch {
      throw CommandFailure(error)
    }
    let differing = summary.differing.map { $0.uuidString.lowercased() }
    if ledger.console.isJSON {
      return try ledger.console.write(
        json: Document(added: summary.added, skipped: summary.skipped, differing: differing)
      )
    }
    let console = ledger.console
    if console.mode.layout == .records {
      try console.write("\(summary.added)\t\(summary.skipped)\t\(differing.count)\n")
    } else {
      let skipped = summary.skipped > 0 ? " \(summary.skipped) were there already." : ""
      try console.write("Added \(summary.added == 1 ? "1 entry" : "\(summary.added) entries").\(skipped)\n")
    }
    for id in differing { console.inform("The entry \(id) is different in the ledger, and was left as it is there.") }
  }

  private func rows(in data: Data) throws(ImportError) -> [LedgerImportRow] {
    let isJSON: Bool
    switch (format, (path as NSString).pathExtension.lowercased()) {
    case (.json, _), (nil, "json"): isJSON = true
    case (.csv, _), (nil, "csv"): isJSON = false
    default: isJSON = data.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "{")
    }
    return isJSON ? try LedgerJSON.rows(in: data) : try LedgerCSV.rows(in: data)
  }

  /// One byte more than is allowed is enough to know that there are too many.
  private func content() throws(CommandFailure) -> Data {
    do {
      guard path != "-" else {
        return try FileHandle.standardInput.read(upToCount: LedgerLimits.importSize + 1) ?? Data()
      }
      return try InputFile(path, limit: LedgerLimits.importSize).content
    } catch {
      throw CommandFailure(
        exitCode: .failure,
        kind: "file_failure",
        message: "'\(path)' can't be read: \(systemReason(error)).",
        hint: (error as? InputFile.Failure)?.recoverySuggestion ?? SystemErrorCode(underlying: error)?
          .recoverySuggestion ?? "Check the path."
      )
    }
  }
}

/// `fetch-counter markets portfolio export`.
@MainActor
struct LedgerExportCommand: ImmediateCommand {
  private struct Document: Encodable {
    let exported: Int
    let output: String
  }

  let ledger: LedgerAccess
  let format: LedgerFormat
  /// The file; `nil` or `-` for standard output.
  let path: String?

  func run() throws(CommandFailure) {
    let console = ledger.console
    let path = path == "-" ? nil : path
    if console.isJSON, path == nil, format != .json {
      throw CommandFailure(
        exitCode: .usage,
        kind: "usage",
        message: "--json and --format \(format.rawValue) both say what is printed.",
        hint: "Write the export to a file with --output, or use --format json."
      )
    }
    let entries = try ledger.snapshot().entries()
    let text = format == .csv ? LedgerCSV.text(of: entries) : LedgerJSON.text(of: entries)
    guard let path else { return try console.write(file: text) }
    try ExportFile(path: path).write(Array(text.utf8))
    if console.isJSON {
      try console.write(json: Document(exported: entries.count, output: path))
    } else {
      console.inform("Exported \(entries.count == 1 ? "1 entry" : "\(entries.count) entries") to \(path).")
    }
  }
}
