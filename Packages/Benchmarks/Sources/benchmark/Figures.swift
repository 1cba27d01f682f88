import BenchmarkTools
import Foundation

/// What a program prints as `name=value` words.
struct Figures {
  private let values: [String: Double]

  /// Runs a program that prints them.
  static func of(_ path: String, _ arguments: [String]) throws -> Figures {
    let output = try ChildProcess.output(path, arguments)
    let pairs = output.split(whereSeparator: \.isWhitespace).compactMap { word -> (String, Double)? in
      let parts = word.split(separator: "=")
      guard parts.count == 2, let value = Double(parts[1]) else { return nil }
      return (String(parts[0]), value)
    }
    guard !pairs.isEmpty else { throw ChildProcess.Failure(description: "\(path) printed '\(output)'") }
    return Figures(values: Dictionary(pairs) { $1 })
  }

  /// A value; not a number where there is none.
  subscript(name: String) -> Double { values[name] ?? .nan }
}
