import BasicsTesting
import Foundation
import Testing

@Suite("Networking as a dependency in another repository")
struct PublishedPackageTests {
  private static let workspace = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static let manifest = """
    // swift-tools-version: 6.2
    import PackageDescription

    let package = Package(
      name: "consumer",
      dependencies: [.package(url: "REMOTE", from: "1.0.0")],
      targets: [
        .executableTarget(
          name: "consumer",
          dependencies: [
            .product(name: "Networking", package: "networking"),
            .product(name: "LoopbackServer", package: "networking"),
          ]
        )
      ]
    )
    """

  private static let program = """
    import Foundation
    import LoopbackServer
    import Networking

    struct LibraryAPI: ServiceAPI { let baseURL: URL }

    struct Book: Endpoint {
      typealias API = LibraryAPI
      struct Response: Decodable, Sendable { let title: String }
      let id: Int
      var path: EndpointPath { "books/\\(id)" }
    }

    let server = try LoopbackServer { request in .json(Data("{\\"title\\": \\"Found at \\(request.path)\\"}".utf8)) }
    let client = APIClient(api: LibraryAPI(baseURL: server.url), transport: try SystemTransport.make())
    print(try await client.send(Book(id: 7)).title)
    server.stop()
    """

  @Test("has the products that its README lists")
  func products() throws {
    let folder = Self.workspace.appending(path: "Packages/Networking")
    let manifest = try String(contentsOf: folder.appending(path: "Package.swift"), encoding: .utf8)
    let readme = try String(contentsOf: folder.appending(path: "README.md"), encoding: .utf8)
    let products = manifest.matches(of: /\.library\(name: "(\w+)"/).map(\.output.1)
    let rows = readme.matches(of: /(?m)^\| `(\w+)` \|/).map(\.output.1)
    #expect(!products.isEmpty)
    #expect(rows.filter(products.contains) == products)
  }

  @Test(
    "publishes a package that other packages can resolve by URL and version, build and use",
    .enabled(if: LongTests.areEnabled, "compiles a package from scratch; LONG_TESTS=1 runs it")
  )
  func isUsableFromElsewhere() async throws {
    // Given the current workspace, committed in a new clone, and an empty remote repository
    let folder = try TemporaryFolder()
    let clone = try await presentState(in: folder)
    let remote = folder.url.appending(path: "networking.git")
    try await run("git", "init", "--quiet", "--bare", remote.path)
    // When the package is published
    let publish = clone.appending(path: "Scripts/publish-package").path
    try await run(publish, "Networking", "1.0.0", "--remote", remote.path, "--no-verify", in: clone)
    // Then the remote contains only the package, at its root
    let files = try await run("git", "--git-dir", remote.path, "ls-tree", "--name-only", "1.0.0")
    #expect(
      Set(files.split(separator: "\n")).isSuperset(of: ["Package.swift", "README.md", "LICENSE", "Sources", "Tests"])
    )
    // And a package outside the workspace resolves and uses it
    let consumer = folder.url.appending(path: "consumer")
    let sources = consumer.appending(path: "Sources/consumer")
    let manifest = Self.manifest.replacingOccurrences(of: "REMOTE", with: "file://\(remote.path)")
    try folder.write(manifest, to: consumer.appending(path: "Package.swift"))
    try folder.write(Self.program, to: sources.appending(path: "main.swift"))
    let output = try await run("swift", "run", "--package-path", consumer.path, "--quiet", "consumer", in: consumer)
    #expect(output == "Found at /books/7\n")
  }

  /// Creates a clone with a commit of all tracked and new files, so the test covers the current code.
  private func presentState(in folder: TemporaryFolder) async throws -> URL {
    let clone = folder.url.appending(path: "workspace")
    try await run("git", "clone", "--quiet", "--no-hardlinks", Self.workspace.path, clone.path)
    let list = try await run(
      "git",
      "ls-files",
      "--cached",
      "--others",
      "--exclude-standard",
      "--",
      "Packages",
      "Scripts",
      in: Self.workspace
    )
    for path in list.split(separator: "\n").map(String.init) {
      let source = Self.workspace.appending(path: path)
      let target = clone.appending(path: path)
      let files = FileManager.default
      if files.fileExists(atPath: target.path) { try files.removeItem(at: target) }
      guard files.fileExists(atPath: source.path) else { continue }
      try files.createDirectory(at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
      try files.copyItem(at: source, to: target)
    }
    try await run("git", "add", "--all", in: clone)
    try await run("git", "commit", "--quiet", "--allow-empty", "--message", "The present state", in: clone)
    return clone
  }

  @discardableResult
  private func run(_ command: String..., in folder: URL? = nil) async throws -> String {
    let outcome = try await start(command, in: folder).outcome()
    try #require(outcome.exitCode == 0, "\(command.joined(separator: " ")): \(outcome.messages)\(outcome.output)")
    return outcome.output
  }

  private func start(_ command: [String], in folder: URL?) throws -> RunningProgram {
    var environment = ProcessInfo.processInfo.environment
    // This allows commits on a machine without a git identity, and prevents prompts.
    for role in ["AUTHOR", "COMMITTER"] {
      environment["GIT_\(role)_NAME"] = "Tests"
      environment["GIT_\(role)_EMAIL"] = "tests@example.invalid"
    }
    environment["GIT_TERMINAL_PROMPT"] = "0"
    environment["LLVM_PROFILE_FILE"] = nil
    return try RunningProgram(
      executable: URL(filePath: "/usr/bin/env"),
      arguments: command,
      environment: environment,
      input: "",
      folder: folder
    )
  }
}
