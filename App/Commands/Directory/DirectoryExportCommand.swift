import Components
import Directory
import Foundation

/// `fetch-counter directory export`.
@MainActor
struct DirectoryExportCommand: WaitingCommand {
  private struct Document: Encodable {
    let exported: Int
    let output: String
  }

  let invocation: Invocation
  let console: Console
  let services: any DirectoryCommandServices

  func run() async throws(CommandFailure) {
    let format = invocation[.exportFormat]
    let path = invocation[.exportFile].flatMap { $0 == "-" ? nil : $0 }
    if invocation[.exportedPhotos] != nil, format != .vcard {
      throw CommandFailure(
        exitCode: .usage,
        kind: "usage",
        message: "Only vCards hold photos; \(format.rawValue) has their addresses.",
        hint: "Use --format vcard, or leave out --photos."
      )
    }
    if console.isJSON, path == nil, format != .json {
      throw CommandFailure(
        exitCode: .usage,
        kind: "usage",
        message: "--json and --format \(format.rawValue) both say what is printed.",
        hint: "Write the export to a file with --output, or leave out --json."
      )
    }
    let list = try await services.employeeList(for: invocation)
    let employees = EmployeeSelection(list, for: invocation, console: console).report.employees
    if let size = invocation[.exportedPhotos] {
      try await PhotoCardsExport(employees, size: size, photos: try services.photoService(), console: console).write(
        to: path
      )
    } else {
      let data = EmployeesExport(employees).data(as: format)
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
