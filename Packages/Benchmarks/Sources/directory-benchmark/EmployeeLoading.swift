import BenchmarkTools
import Components
import Directory
import Foundation
import Networking
import SampleServices

/// A benchmark of loading the list, from the request to the arranged rows.
enum Loading {
  static func url(_ text: String) throws -> URL {
    guard let url = URL(string: text) else { throw BenchmarkError("'\(text)' isn't a URL") }
    return url
  }

  @MainActor
  static func viewModel(at url: URL) throws -> EmployeeListViewModel {
    let client = APIClient(api: DirectoryAPI(baseURL: url), transport: try SystemTransport.make())
    return EmployeeListViewModel(loadEmployees: LoadEmployees(repository: EmployeeService(client: client)))
  }

  static func document(at url: URL) async throws -> Data {
    let request = HTTPRequest(url: url.appending(path: "employees.json"))
    return try await SystemTransport.make().send(request).body.collect(upTo: 256 << 20)
  }
}

/// The same employees with synthesized decoding and no validation, as the baseline for "decoding alone".
struct PlainEmployees: Decodable {
  struct Entry: Decodable {
    let uuid: UUID
    let fullName: String
    let emailAddress: String
    let team: String
    let employeeType: String
    let phoneNumber: String?
    let biography: String?
    let photoURLSmall: String?
    let photoURLLarge: String?

    enum CodingKeys: String, CodingKey {
      case uuid, team, biography
      case fullName = "full_name"
      case emailAddress = "email_address"
      case employeeType = "employee_type"
      case phoneNumber = "phone_number"
      case photoURLSmall = "photo_url_small"
      case photoURLLarge = "photo_url_large"
    }
  }

  let employees: [Entry]
}

/// A server for the sample employees, in a separate process so that measurements exclude its memory and work.
final class EmployeeServer {
  let url: URL
  private let process: Process
  private let input = Pipe()

  init(count: Int) throws {
    process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0])
    process.arguments = ["serve", "\(count)"]
    process.standardInput = input
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    url = try Loading.url(output.readLine() ?? "")
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  static func serve(count: Int) throws {
    let services = try SampleServer(SampleServices(directory: SampleDirectoryOptions(count: count)))
    FileHandle.standardOutput.write(Data("\(services.directoryURL.absoluteString)\n".utf8))
    _ = FileHandle.standardInput.readDataToEndOfFile()
    services.stop()
  }
}

/// A measurement of the current and maximum resident memory of a process that has loaded the list.
enum MemoryMeasurement {
  @MainActor
  static func run(at url: URL) async throws {
    let viewModel = try Loading.viewModel(at: url)
    await viewModel.load()
    viewModel.editSearch { $0.insert("a") }
    guard viewModel.rows.count > 0 else { throw BenchmarkError("the list is empty") }
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let values = ["VmRSS:", "VmHWM:"].map { key in
      status.split(separator: "\n").first { $0.hasPrefix(key) }?.split { !$0.isNumber }.first.map(String.init) ?? "0"
    }
    print(values.joined(separator: " "))
  }

  /// Runs the measurement in a child process, and returns the results in MiB.
  static func measure(at url: URL) throws -> (now: Double, most: Double) {
    let text = try ChildProcess.output(CommandLine.arguments[0], ["memory", url.absoluteString])
    let values = text.split { !$0.isNumber }.compactMap { Double($0) }.map { $0 / 1_024 }
    return values.count == 2 ? (values[0], values[1]) : (0, 0)
  }
}
