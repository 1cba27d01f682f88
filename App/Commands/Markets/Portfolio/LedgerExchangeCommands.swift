import Basics
import CommandLine
import Components
import Foundation
import Portfolio

struct LedgerImportCommand: ImmediateCommand {
  private struct Document: Encodable {
    let added: Int
    let skipped: Int
    let differing: [String]
  }

  nonisolated static let declaration = CommandDeclaration(
    name: "import",
    summary: "Adds the entries of a file, or none when one is wrong; those that are there already are skipped.",
    discussion: "The file is CSV or JSON as export writes them; - stands for standard input.",
    examples: [.init("fetch-counter markets portfolio import trades.csv", "Adds what is in a file.")],
    arguments: [Argument.importedFile],
    options: [Option.importFormat]
  )

  let context: CommandContext

  /// The file's path, or `-` for standard input.
  private var path: String { context[argument: .importedFile] }

  func run() throws(CommandFailure) {
    let ledger = try context.ledger().ledger
    let data = try content()
    let summary: LedgerImportSummary
    do {
      summary = try ledger.add(try rows(in: data))
    } catch let error as ImportError {
      throw CommandFailure(exitCode: .failure, kind: "import_refused", message: error.description)
    } catch let error as LedgerError {
      throw CommandFailure(error)
    } catch {
      throw CommandFailure(error)
    }
    try context.reporting(afterwards: "The file was imported") { () throws(CommandFailure) in try report(summary) }
  }

  private func report(_ summary: LedgerImportSummary) throws(CommandFailure) {
    let console = context.console
    let differing = summary.differing.map { $0.uuidString.lowercased() }
    if console.isJSON {
      return try console.write(json: Document(added: summary.added, skipped: summary.skipped, differing: differing))
    }
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
    switch (context[.importFormat], (path as NSString).pathExtension.lowercased()) {
    case (.json, _), (nil, "json"): isJSON = true
    case (.csv, _), (nil, "csv"): isJSON = false
    default: isJSON = data.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "{")
    }
    return isJSON ? try LedgerJSON.rows(in: data) : try LedgerCSV.rows(in: data)
  }

  /// Reads the file, up to one byte more than allowed.
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

struct LedgerExportCommand: ImmediateCommand {
  private struct Document: Encodable {
    let exported: Int
    let output: String
  }

  nonisolated static let declaration = CommandDeclaration(
    name: "export",
    summary: "Writes all entries so that import reads them back exactly.",
    examples: [.init("fetch-counter markets portfolio export --format csv -o ledger.csv", "Writes a file.")],
    options: [Option.ledgerFormat, Option.ledgerFile]
  )

  let context: CommandContext

  func run() throws(CommandFailure) {
    let (console, format) = (context.console, context[.ledgerFormat])
    let path = context[.ledgerFile].flatMap { $0 == "-" ? nil : $0 }
    if console.isJSON, path == nil, format != .json {
      throw CommandFailure(
        exitCode: .usage,
        kind: "usage",
        message: "--json and --format \(format.rawValue) both say what is printed.",
        hint: "Write the export to a file with --output, or use --format json."
      )
    }
    let entries = try context.ledger().snapshot().entries()
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
