import Basics
import CommandLine
import Components
import Foundation
import Markets
import Portfolio

struct LedgerImportCommand: ImmediateCommand {
  nonisolated static let declaration = CommandDeclaration(
    name: "import",
    summary: "Import entries from a file, all or nothing; duplicates are skipped.",
    discussion: """
      Accepts CSV and JSON files written by 'export', and CSV files from exchanges: the Coinbase transaction history, the \
      Kraken ledger or trades, and the Binance transaction or trade history. The columns identify the format. Fields in \
      piped output: the numbers of added, skipped and differing entries, recognized rows, and ignored lines.
      """,
    examples: [
      .init("fetch-counter markets portfolio import trades.csv", "Import entries from a file."),
      .init("fetch-counter markets portfolio import ledgers.csv --dry-run", "List the entries that a file would add."),
    ],
    arguments: [Argument.importedFile],
    options: [Option.importFormat, Option.dryRun]
  )

  /// The maximum number of ignored lines that are reported individually.
  private static let reportedLines = 10

  let context: CommandContext

  /// The file's path, or `-` for standard input.
  private var path: String { context[argument: .importedFile] }

  func run() throws(CommandFailure) {
    let ledger = try context.ledger()
    let isDryRun = context[.dryRun]
    let data = try content()
    let file: LedgerImportFile
    let result: LedgerImportResult
    do {
      file = try self.file(of: data)
      result = try isDryRun ? ledger.snapshot().previewImport(of: file.rows) : ledger.ledger.add(file.rows)
    } catch let error as ImportError {
      throw CommandFailure(exitCode: .failure, kind: "import_refused", message: error.description)
    } catch let error as LedgerError {
      throw CommandFailure(error)
    } catch let error as CommandFailure {
      throw error
    } catch {
      throw CommandFailure(error)
    }
    let summary = result.summary
    let report = ImportReport(file, summary, planned: isDryRun ? result.entries : nil)
    guard !isDryRun else { return try write(report, of: file, summary) }
    try context.reporting(afterwards: "The file was imported") { () throws(CommandFailure) in
      try write(report, of: file, summary)
    }
  }

  private func write(
    _ report: ImportReport,
    of file: LedgerImportFile,
    _ summary: LedgerImportSummary
  ) throws(CommandFailure) {
    try context.write(report) { report.text(for: $0) }
    if !context.console.isJSON { inform(about: file, summary) }
  }

  private func inform(about file: LedgerImportFile, _ summary: LedgerImportSummary) {
    let console = context.console
    for line in file.ignored.prefix(Self.reportedLines) {
      console.inform("Line \(line.line) isn't an entry: \(line.reason).")
    }
    let rest = file.ignored.count - Self.reportedLines
    if rest > 0 { console.inform("\(rest) more lines aren't entries.") }
    for id in summary.differing {
      console.inform(
        "The ledger has a different version of the entry \(id.uuidString.lowercased()), which was left unchanged."
      )
    }
  }

  private func file(of data: Data) throws(ImportError) -> LedgerImportFile {
    switch context[.importFormat] {
    case .json: try LedgerImportFile(json: data)
    case .csv: try LedgerImportFile(csv: data)
    case nil: try LedgerImportFile(data, named: path)
    }
  }

  /// Reads at most one byte more than the limit; the additional byte shows that the file is too large.
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
        message: "Couldn't read '\(path)': \(systemReason(error)).",
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
    summary: "Export all entries in a format that 'import' can read.",
    examples: [.init("fetch-counter markets portfolio export --format csv -o ledger.csv", "Write a CSV file.")],
    options: [Option.ledgerFormat, Option.ledgerFile, Option.force]
  )

  let context: CommandContext

  func run() throws(CommandFailure) {
    let (console, format) = (context.console, context[.ledgerFormat])
    let path = context[.ledgerFile].flatMap { $0 == "-" ? nil : $0 }
    if console.isJSON, path == nil, format != .json {
      throw CommandFailure(
        exitCode: .usage,
        kind: "usage",
        message: "--json and --format \(format.rawValue) can't be combined.",
        hint: "Write the export to a file with --output, or use --format json."
      )
    }
    if let path { try ExportFile(path: path).confirmReplacing(isForced: context[.force], on: console) }
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
