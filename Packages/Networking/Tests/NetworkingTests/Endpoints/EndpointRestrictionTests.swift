import Foundation
import Testing

/// Builds snippets against the module as this test was built with it: what a user of the package would see.
@Suite("A client is restricted to its own service's endpoints", .timeLimit(.minutes(2)))
struct EndpointRestrictionTests {
  private static let declarations = """
    import Foundation
    import Networking

    struct CounterAPI: ServiceAPI { let baseURL: URL }
    struct WeatherAPI: ServiceAPI { let baseURL: URL }

    struct NextPath: Endpoint {
      typealias API = CounterAPI
      typealias Response = Data
      var path: EndpointPath { "" }
    }

    struct Forecast: Endpoint {
      typealias API = WeatherAPI
      typealias Response = Data
      var path: EndpointPath { "forecast" }
    }

    """

  @Test("its own endpoint compiles, through the concrete and the type-erased client")
  func ownEndpointCompiles() throws {
    let result = try Compiler.check(
      Self.declarations + """
        func use(_ client: APIClient<CounterAPI>, _ any: any NetworkClient<CounterAPI>) async throws(NetworkError) -> Data {
          _ = try await client.send(NextPath())
          return try await any.send(NextPath())
        }
        """
    )
    #expect(result.isSuccess, "\(result.diagnostics)")
  }

  @Test(
    "another service's endpoint is a compile-time error",
    arguments: ["APIClient<CounterAPI>", "any NetworkClient<CounterAPI>", "some NetworkClient<CounterAPI>"]
  )
  func foreignEndpointDoesNotCompile(client: String) throws {
    let result = try Compiler.check(
      Self.declarations + """
        func use(_ client: \(client)) async throws(NetworkError) -> Data {
          try await client.send(Forecast())
        }
        """
    )
    #expect(!result.isSuccess)
    #expect(result.errors.count == 1, "\(result.diagnostics)")
    let expected =
      "instance method 'send' requires the types 'CounterAPI' and 'Forecast.API' (aka 'WeatherAPI') be equivalent"
    #expect(result.errors.first?.contains(expected) == true, "\(result.diagnostics)")
  }
}

/// The Swift compiler, as far as checking types goes.
private enum Compiler {
  struct Result {
    let isSuccess: Bool
    let diagnostics: String

    var errors: [Substring] { diagnostics.split(separator: "\n").filter { $0.contains(": error: ") } }
  }

  static func check(_ source: String) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "snippet-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "Snippet.swift")
    try Data(source.utf8).write(to: file)

    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "swiftc", "-typecheck", "-swift-version", "6", "-I", modules.path, "-I", headers.path, "-module-cache-path",
      folder.appending(path: "cache").path, file.path,
    ]
    let output = Pipe()
    process.standardError = output
    process.standardOutput = output
    try process.run()
    let diagnostics = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return Result(isSuccess: process.terminationStatus == 0, diagnostics: diagnostics)
  }

  /// Where the build put the modules: beside the test's own executable.
  private static let modules = Bundle.main.bundleURL.appending(path: "Modules")

  /// The module map of the C target, which the compiler looks for when it loads Networking.
  private static let headers = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources/CurlABI/include")
}
