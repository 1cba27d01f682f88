import CommandLine
import Components
import Directory
import Foundation
import Networking
import Persistence

struct DirectoryExportCommand: AsyncCommand {
  private struct Document: Encodable {
    let exported: Int
    let output: String
  }

  nonisolated static let declaration = CommandDeclaration(
    name: "export",
    summary: "Export employees for other programs.",
    discussion: """
      The formats are vCard 4.0 (RFC 6350) or 3.0 (RFC 2426), CSV (RFC 4180), and JSON with the service's keys. The same \
      employees always produce the same bytes. In CSV, a value that a spreadsheet could run as a formula, such as =1+1 or \
      -Anna, gets a leading apostrophe; numbers such as +15556661234 don't.
      """,
    examples: [
      .init("fetch-counter directory export --format csv > employees.csv", "Export all employees for a spreadsheet."),
      .init(
        "fetch-counter directory export --format vcard --photos small --output all.vcf",
        "Export vCards with photos."
      ),
      .init(
        "fetch-counter directory export --format vcard --vcard-version 3.0 -o phone.vcf",
        "Export vCards for older phones."
      ),
    ],
    options: [
      Option.exportFormat, Option.exportFile, Option.force, Option.exportedPhotos, Option.vcardVersion,
    ] + EmployeeSelection.filters
  )

  let context: CommandContext

  func run() async throws(CommandFailure) {
    let console = context.console
    let format = context[.exportFormat]
    let path = context[.exportFile].flatMap { $0 == "-" ? nil : $0 }
    if context[.exportedPhotos] != nil, format != .vcard {
      throw CommandFailure(
        exitCode: .usage,
        kind: "usage",
        message: "Only vCards can contain photos; \(format.rawValue) files contain photo URLs instead.",
        hint: "Use --format vcard, or leave out --photos."
      )
    }
    if context[.vcardVersion] != nil, format != .vcard {
      throw CommandFailure(
        exitCode: .usage,
        kind: "usage",
        message: "--vcard-version applies only to vCards, but --format is \(format.rawValue).",
        hint: "Use --format vcard, or leave out --vcard-version."
      )
    }
    if console.isJSON, path == nil, format != .json {
      throw CommandFailure(
        exitCode: .usage,
        kind: "usage",
        message: "--json and --format \(format.rawValue) can't be combined.",
        hint: "Write the export to a file with --output, or leave out --json."
      )
    }
    let version = context[.vcardVersion] ?? .version4
    if let path { try ExportFile(path: path).confirmReplacing(isForced: context[.force], on: console) }
    let list = try await context.employeeList()
    let employees = EmployeeSelection(list, for: context).report.employees
    if let size = context[.exportedPhotos] {
      let photos = try context.root.files()
      let export = PhotoCardsExport(
        employees: employees,
        size: size,
        version: version,
        photos: photos,
        console: console
      )
      try await export.write(to: path)
    } else {
      let data = EmployeesExport(employees, version: version).data(as: format)
      if let path {
        try ExportFile(path: path).write(Array(data))
      } else {
        try console.write(file: String(decoding: data, as: UTF8.self))
      }
    }
    guard let path else { return }
    if console.isJSON {
      try console.write(json: Document(exported: employees.count, output: path))
    } else {
      console.inform("Exported \(employees.count == 1 ? "1 employee" : "\(employees.count) employees") to \(path).")
    }
  }
}

/// An export that writes vCards with photos one at a time, because all photos together might not fit in memory.
private struct PhotoCardsExport: Sendable {
  /// The maximum number of photos that are requested and held in memory at the same time.
  private static let photosAtOnce = 8

  let employees: [Employee]
  let size: ExportedPhotos
  let version: VCardVersion
  let photos: ImmutableFileClient
  let console: Console

  /// Writes the cards to a file or to standard output.
  ///
  /// On a terminal, all cards are written together at the end, so the pager can show them.
  func write(to path: String?) async throws(CommandFailure) {
    let task = Task.detached(priority: Task.currentPriority) { () -> Result<Written, CommandFailure> in
      do throws(CommandFailure) {
        return .success(try await writeAll(to: path))
      } catch {
        return .failure(error)
      }
    }
    let interruption = Interruption { task.cancel() }
    let result = await task.value
    interruption.takeCourse()
    let written = try result.get()
    if !written.held.isEmpty { try console.write(file: String(decoding: written.held, as: UTF8.self)) }
    let total = employees.count { address(of: $0) != nil }
    if written.missing > 0 {
      console.inform("Couldn't load \(written.missing) of \(total) photos, so they were left out.")
    }
  }

  private struct Written {
    let missing: Int
    /// The cards to show together on a terminal; empty if the cards have already been written.
    var held: [UInt8] = []
  }

  private func writeAll(to path: String?) async throws(CommandFailure) -> Written {
    if let path {
      let file = try ExportFile(path: path).begin()
      let missing = try await writeCards { card throws(CommandFailure) in try file.append(card) }
      try file.finish()
      return Written(missing: missing)
    }
    guard console.output.isTerminal else {
      return Written(missing: try await writeCards { card throws(CommandFailure) in try console.write(bytes: card) })
    }
    var held: [UInt8] = []
    let missing = try await writeCards { card in held += card }
    return Written(missing: missing, held: held)
  }

  /// Writes the cards in the same order as the employees, and returns the number of photos that couldn't be loaded.
  private func writeCards(
    _ write: ([UInt8]) throws(CommandFailure) -> Void
  ) async throws(CommandFailure) -> Int {
    let result = await withTaskGroup(of: (Int, Data?).self) { group -> Result<Int, CommandFailure> in
      var missing = 0
      var requested = 0
      var loaded: [Int: Data?] = [:]
      for (index, employee) in employees.enumerated() {
        while requested < min(index + Self.photosAtOnce, employees.count) {
          let (number, address) = (requested, address(of: employees[requested]))
          requested += 1
          // Missing photos are counted and reported.
          group.addTask {
            guard let address else { return (number, nil) }
            return (number, try? await photos.file(at: address.text, priority: .interactive))
          }
        }
        while !loaded.keys.contains(index), let (number, photo) = await group.next() {
          loaded.updateValue(photo, forKey: number)
        }
        guard !Task.isCancelled else { break }
        let photo = loaded.removeValue(forKey: index) ?? nil
        if photo == nil, address(of: employee) != nil { missing += 1 }
        do throws(CommandFailure) {
          try write(Array(EmployeesExport.card(of: employee, photo: photo, version: version)))
        } catch {
          group.cancelAll()
          return .failure(error)
        }
      }
      guard !Task.isCancelled else {
        return .failure(CommandFailure(exitCode: .failure, kind: "cancelled", message: "The export was cancelled."))
      }
      return .success(missing)
    }
    return try result.get()
  }

  private func address(of employee: Employee) -> PhotoAddress? {
    size == .small ? employee.smallPhoto : employee.largePhoto
  }
}
