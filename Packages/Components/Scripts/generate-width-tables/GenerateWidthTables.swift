import Foundation

/// Writes `ScalarTable+Data.swift` from a folder with the Unicode Character Database.
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
