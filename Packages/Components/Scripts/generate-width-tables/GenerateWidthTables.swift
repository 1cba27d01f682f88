import Foundation

/// A generator that creates `ScalarTable+Data.swift` from a directory with the Unicode Character Database.
@main
enum GenerateWidthTables {
  static func main() {
    do {
      guard CommandLine.arguments.count == 3 else { throw GeneratorError.usage }
      let folder = UnicodeDataFolder(url: URL(fileURLWithPath: CommandLine.arguments[1]))
      let source = try TableSource(try WidthClasses(folder).bits)
      try source.text.write(toFile: CommandLine.arguments[2], atomically: true, encoding: .utf8)
    } catch {
      FileHandle.standardError.write(Data("generate-width-tables: \(error)\n".utf8))
      exit(1)
    }
  }
}

/// A directory with the same layout as the Unicode Character Database (UAX #44) or Debian's `unicode-data` package.
struct UnicodeDataFolder {
  let url: URL

  /// Returns the fields of every data line, excluding comments; code point ranges aren't parsed.
  func rows(of path: String) throws -> [[String]] {
    try lines(of: path).compactMap { line in
      let data = line.prefix { $0 != "#" }
      let fields = data.split(separator: ";", omittingEmptySubsequences: false).map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      return fields.count < 2 ? nil : fields
    }
  }

  /// Returns the ranges and values from a file with `range ; value` lines, in file order.
  func ranges(of path: String) throws -> [(codePoints: ClosedRange<Int>, value: String)] {
    try rows(of: path).compactMap { fields in
      Self.range(fields[0]).map { ($0, fields[1]) }
    }
  }

  /// Returns the default values from `@missing` comments (UAX #44 § 4.2.10).
  func missingRanges(of path: String) throws -> [(codePoints: ClosedRange<Int>, value: String)] {
    let marker = "# @missing: "
    return try lines(of: path).compactMap { line in
      guard line.hasPrefix(marker) else { return nil }
      let fields = line.dropFirst(marker.count).split(separator: ";").map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      guard fields.count == 2, let range = Self.range(fields[0]) else { return nil }
      return (range, fields[1])
    }
  }

  /// Returns the first line of a file, which contains its name and version.
  func title(of path: String) throws -> String { try lines(of: path).first ?? "" }

  private func lines(of path: String) throws -> [String] {
    let text = try String(contentsOf: url.appendingPathComponent(path), encoding: .utf8)
    return text.split(separator: "\n", omittingEmptySubsequences: true).map(String.init)
  }

  private static func range(_ field: String) -> ClosedRange<Int>? {
    let ends = field.components(separatedBy: "..")
    guard let first = Int(ends[0], radix: 16), let last = Int(ends[ends.count - 1], radix: 16) else { return nil }
    return first...last
  }
}
