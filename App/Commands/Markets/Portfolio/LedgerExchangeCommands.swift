import Basics
import CommandLine
import Components
import Foundation
import Markets
import Persistence
import Portfolio

struct LedgerImportCommand: ImmediateCommand {
  nonisolated static let declaration = CommandDeclaration(
    name: "import",
    summary: "Import entries from a file, all or nothing; duplicates are skipped.",
    discussion: """
      Accepts CSV and JSON files written by 'export', and any other CSV file with --columns, such as --columns \
      date=Time,kind=Type,coin=Asset,amount=Size --kinds BUY=buy,DEPOSIT=skip. Our columns are date, kind, coin and \
      amount, and if needed price, currency, fee (in that currency), to_coin and to_amount (of a swap), symbol, to_symbol, \
      note and id (a UUID). Dates such as 2026-01-31, 2026/01/31 or 31.01.2026 can have a time and an offset or a zone. Files in \
      UTF-16 need a byte order mark. If a line can't be read, nothing is imported, and all such lines are listed. Saved \
      mappings are in imports.json in the data folder. \
      Fields in piped output: the numbers of added, skipped and differing entries, recognized rows, and skipped lines.
      """,
    examples: [
      .init("fetch-counter markets portfolio import ledger.csv", "Import entries from an exported file."),
      .init("fetch-counter markets portfolio import next.csv --mapping bank --dry-run", "List what a file would add."),
    ],
    arguments: [Argument.importedFile],
    options: [
      Option.importFormat, Option.importColumns, Option.importKinds, Option.importSeparator, Option.importDecimal,
      Option.importZone, Option.importCurrency, Option.importMapping, Option.dryRun,
    ]
  )

  /// The maximum number of ignored lines that are reported individually.
  private static let reportedLines = 10

  let context: CommandContext

  /// The file's path, or `-` for standard input.
  private var path: String { context[argument: .importedFile] }

  func run() throws(CommandFailure) {
    let ledger = try context.ledger()
    let isDryRun = context[.dryRun]
    let mapping = try mapping()
    let data = try content()
    let file: LedgerImportFile
    let result: LedgerImportResult
    do {
      file = try self.file(of: data, mapping)
      if !isDryRun { try save(mapping) }
      result = try isDryRun ? ledger.snapshot().previewImport(of: file.rows) : ledger.ledger.add(file.rows)
    } catch let error as ImportError {
      var hint: String?
      if case .unreadable = error {
        hint = "Map or skip kinds with --kinds; read other numbers and times with --decimal and --zone."
      }
      throw CommandFailure(exitCode: .failure, kind: "import_refused", message: error.description, hint: hint)
    } catch let error as LedgerError {
      throw CommandFailure(error)
    } catch {
      throw CommandFailure(error)
    }
    let summary = result.summary
    let report = ImportReport(
      file,
      summary,
      planned: isDryRun ? result.entries : nil,
      mapping: context[.importMapping]
    )
    guard !isDryRun else { return try write(report, of: file, summary) }
    try context.reporting(afterwards: "The file was imported") { () throws(CommandFailure) in
      try write(report, of: file, summary)
    }
  }

  // MARK: Mappings

  private func mappings() throws(CommandFailure) -> JSONFileStore<[String: ImportMapping]> {
    JSONFileStore(
      path: try context.root.configuration.dataFolder() + "/imports.json",
      default: [:],
      writtenBy: ProgramVersion.identification
    )
  }

  private var given: ImportMapping {
    var mapping = ImportMapping()
    mapping.columns = context[.importColumns] ?? [:]
    mapping.kinds = context[.importKinds] ?? [:]
    mapping.separator = context[.importSeparator]
    mapping.decimal = context[.importDecimal]
    mapping.zone = context[.importZone]
    mapping.currency = context[.importCurrency]
    return mapping
  }

  /// Returns the saved mapping, with the command line's options in place of its own.
  private func mapping() throws(CommandFailure) -> ImportMapping {
    let given = given
    guard let name = context[.importMapping] else { return given }
    let saved: [String: ImportMapping]
    let store = try mappings()
    do throws(StoreError) {
      saved = try store.load()
    } catch {
      throw CommandFailure(error)
    }
    if let mapping = saved[name] { return mapping.overridden(by: given) }
    guard given.isEmpty else { return given }
    let names = saved.keys.sorted().joined(separator: ", ")
    throw CommandFailure(
      exitCode: .usage,
      kind: "usage",
      message: "There is no mapping '\(name)'.",
      hint: (names.isEmpty ? "" : "Saved mappings: \(names). ") + "Add --columns to save a new one."
    )
  }

  private func save(_ mapping: ImportMapping) throws(CommandFailure) {
    guard let name = context[.importMapping], !given.isEmpty else { return }
    let store = try mappings()
    do throws(StoreError) {
      try store.update { $0[name] = mapping }
    } catch {
      throw CommandFailure(error)
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
      console.inform("Line \(line.line) was skipped: \(line.reason).")
    }
    let rest = file.ignored.count - Self.reportedLines
    if rest > 0 { console.inform("\(rest) more lines were skipped.") }
    for id in summary.differing {
      console.inform(
        "The ledger has a different version of the entry \(id.uuidString.lowercased()), which was left unchanged."
      )
    }
  }

  private func file(of data: Data, _ mapping: ImportMapping) throws -> LedgerImportFile {
    switch context[.importFormat] {
    case .json where mapping.isEmpty: try LedgerImportFile(json: data)
    case .json:
      throw CommandFailure(
        exitCode: .usage,
        kind: "usage",
        message: "A JSON file can't be read with a mapping.",
        hint: "Leave out --format json or the options for CSV files."
      )
    case nil where mapping.isEmpty: try LedgerImportFile(data, named: path)
    case .csv, nil: try LedgerImportFile(csv: data, mapping)
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

struct LedgerExportCommand: AsyncCommand {
  private struct Document: Encodable {
    let exported: Int
    let output: String
  }

  nonisolated static let declaration = CommandDeclaration(
    name: "export",
    summary: "Export all entries in a format that 'import' can read, or as a journal for hledger.",
    discussion: """
      The journal has the same holdings, costs and gains as 'show' and 'gains', in one currency, with lots at their cost \
      (@@) and prices (P). 'hledger balance --cost' shows the costs, and the account income:gains the gains. Undone \
      entries are left out. --currency and --method apply only to journals.
      """,
    examples: [
      .init("fetch-counter markets portfolio export --format csv -o ledger.csv", "Write a CSV file."),
      .init("fetch-counter markets portfolio export --format hledger -o coins.journal", "Write a journal for hledger."),
    ],
    options: [
      Option.ledgerFormat, Option.ledgerFile, Option.force, Option.costMethod, Settings.currency.option,
    ]
  )

  let context: CommandContext

  func run() async throws(CommandFailure) {
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
    let snapshot = try context.ledger().snapshot()
    var count = snapshot.count
    let text: String
    switch format {
    case .csv: text = LedgerCSV.text(of: snapshot.entries())
    case .json: text = LedgerJSON.text(of: snapshot.entries())
    case .hledger:
      let journal = try await journal(of: snapshot)
      (text, count) = (journal.text, journal.count)
    }
    guard let path else { return try console.write(file: text) }
    try ExportFile(path: path).write(Array(text.utf8))
    if console.isJSON {
      try console.write(json: Document(exported: count, output: path))
    } else {
      console.inform("Exported \(count == 1 ? "1 entry" : "\(count) entries") to \(path).")
    }
  }

  private func journal(of snapshot: LedgerSnapshot) async throws(CommandFailure) -> LedgerJournal {
    let markets = try context.root.marketsCommandContext()
    let (currency, now) = (markets.currency, markets.now())
    let rates = await FetchHistoricalRates(repository: markets.repository).execute(
      for: snapshot,
      in: currency,
      now: now
    )
    let journal = snapshot.journal(method: context[.costMethod], in: currency.code, rates: rates.rates)
    let notices = HoldingsNotices.missingRates(
      journal.missingRates,
      to: currency.code,
      shortfall: rates.shortfall,
      now: now
    )
    for notice in notices { context.console.inform(notice) }
    return journal
  }
}
