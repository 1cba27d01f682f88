import Foundation

/// The Swift compiler, for type checking only.
enum SnippetCompiler {
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
      moduleCache.path, file.path,
    ]
    let output = Pipe()
    process.standardError = output
    process.standardOutput = output
    try process.run()
    let diagnostics = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return Result(isSuccess: process.terminationStatus == 0, diagnostics: diagnostics)
  }

  /// The built modules, next to the test's executable.
  private static let modules = Bundle.main.bundleURL.appending(path: "Modules")

  /// The build's module cache.
  ///
  /// An empty cache would cost a second for each compilation.
  private static let moduleCache = Bundle.main.bundleURL.appending(path: "ModuleCache")

  /// The C target's module map, which Networking requires.
  private static let headers = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources/CurlABI/include")
}
