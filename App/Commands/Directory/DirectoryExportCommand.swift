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

  /// How many photos are asked for at a time.
  private nonisolated static let photosAtOnce = 8

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
    let photos = try await photos(of: employees)
    let data = EmployeesExport(employees, photos: photos).data(as: format)
    guard let path else {
      try console.write(shown(data))
      return
    }
    try ExportFile(path: path).write(Array(data))
    if console.isJSON {
      try console.write(json: Document(exported: employees.count, output: path))
    } else {
      console.inform("Exported \(employees.count == 1 ? "1 employee" : "\(employees.count) employees") to \(path).")
    }
  }

  /// The bytes as they are for pipes and files; what comes from outside must not act on a terminal.
  private func shown(_ data: Data) -> String {
    let text = String(decoding: data, as: UTF8.self)
    guard console.output.isTerminal else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in String(line.unicodeScalars.last == "\r" ? line.dropLast() : line).neutralised() }
      .joined(separator: "\n")
  }

  // MARK: Photos

  private func photos(of employees: [Employee]) async throws(CommandFailure) -> [Employee.ID: Data] {
    guard let size = invocation[.exportedPhotos] else { return [:] }
    let service = try services.photoService()
    let addresses = employees.compactMap { employee in
      (size == .small ? employee.smallPhoto : employee.largePhoto).map { (employee.id, $0) }
    }
    let photos = await Self.photos(at: addresses, from: service)
    let missing = addresses.count - photos.count
    if missing > 0 { console.inform("\(missing) of \(addresses.count) photos could not be had and are left out.") }
    return photos
  }

  private nonisolated static func photos(
    at addresses: [(Employee.ID, PhotoAddress)],
    from service: any PhotoRepository
  ) async -> [Employee.ID: Data] {
    await withTaskGroup(of: (Employee.ID, Data?).self) { group in
      var photos: [Employee.ID: Data] = [:]
      for (index, (id, address)) in addresses.enumerated() {
        if index >= photosAtOnce, let (id, photo) = await group.next() { photos[id] = photo }
        // Those that could not be had are counted and told.
        group.addTask { (id, try? await service.photo(at: address, urgency: .content)) }
      }
      for await (id, photo) in group { photos[id] = photo }
      return photos
    }
  }
}
