import Foundation
import Testing

/// The Python package `wcwidth` 0.8.2, which also supports Unicode 17, as a reference for widths.
enum WidthOracle {
  static let version = "0.8.2"
  static let hint: Comment = "needs python3 with wcwidth 0.8.2 (set PYTHONPATH to it) and the Unicode 17.0.0 data"

  static let isAvailable: Bool = (try? run("import wcwidth; print(wcwidth.__version__)", "")) == version + "\n"

  /// Returns the widths of strings, with -1 for strings that contain controls.
  static func widths(of texts: [String], ambiguousWidth: Int = 1) throws -> [Int] {
    let script = """
      import sys, wcwidth
      for line in sys.stdin:
          text = "".join(chr(int(code, 16)) for code in line.split())
          print(wcwidth.wcswidth(text, ambiguous_width=\(ambiguousWidth)))
      """
    let output = try run(script, texts.map(\.codePoints).joined(separator: "\n") + "\n")
    return output.split(separator: "\n").compactMap { Int($0) }
  }

  private static func run(_ script: String, _ input: String) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let inputFile = folder.appendingPathComponent("input")
    let outputFile = folder.appendingPathComponent("output")
    try Data(input.utf8).write(to: inputFile)
    try Data().write(to: outputFile)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", script]
    process.standardInput = try FileHandle(forReadingFrom: inputFile)
    process.standardOutput = try FileHandle(forWritingTo: outputFile)
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return String(decoding: try Data(contentsOf: outputFile), as: UTF8.self)
  }
}
