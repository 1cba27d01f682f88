import Foundation
import Testing

@testable import Directory

@Suite("Employee files")
struct EmployeeFileTests {
  private func withFile(_ content: Data, _ body: (String) async throws -> Void) async throws {
    let url = URL(filePath: NSTemporaryDirectory()).appending(path: "employees-\(UUID().uuidString).json")
    try content.write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    try await body(url.path())
  }

  @Test("reads an exported employee file back unchanged")
  func readsExports() async throws {
    let people = [
      employee("Ada", biography: "A, \"b\"\n"), employee("Zoë", type: .contractor, photo: "http://h/p.png"),
    ]
    try await withFile(EmployeesExport(people).data(as: .json)) { path in
      let reading = try await EmployeeFile(path: path).readEmployees()
      #expect(reading.employees == people)
    }
  }

  @Test(
    "rejects a file without an employee list, and gives the reason",
    arguments: [
      ("", "empty"), ("x", "isn't valid JSON"), ("[]", "not an object"), ("{}", "missing"),
      (#"{"employees":null}"#, "'employees'"),
      (#"{"employees":{}}"#, "not a list"),
      ("{\"employees\":[\(String(repeating: "0,", count: 10_000))0]}", "more than 10,000 employees"),
      (String(repeating: " ", count: (8 << 20) + 1), "larger than 8 MiB"),
    ]
  )
  func refuses(content: String, words: String) async throws {
    try await withFile(Data(content.utf8)) { path in
      let error = await #expect(throws: DirectoryError.self) { try await EmployeeFile(path: path).readEmployees() }
      guard case .unreadableDocument(path, let reason) = error else {
        Issue.record("expected an unreadable document, got \(String(describing: error))")
        return
      }
      #expect(reason.contains(words), "\(reason)")
    }
  }

  @Test("rejects a missing employee file")
  func refusesMissing() async {
    let path = "/nowhere/\(UUID().uuidString)"
    let error = await #expect(throws: DirectoryError.self) { try await EmployeeFile(path: path).readEmployees() }
    guard case .unreadableFile(path, "there is no such file") = error else {
      Issue.record("expected an unreadable file, got \(String(describing: error))")
      return
    }
  }
}
