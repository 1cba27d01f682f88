import Foundation
import Testing

@Suite("Requirement inventory")
struct InventoryTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized

  private struct Row {
    let section: String
    let number: Int
    let subject: String
    let places: [String]
  }

  private static func rows() throws -> [Row] {
    let text = try String(contentsOf: root.appending(path: "App/Inventory.md"), encoding: .utf8)
    var section = ""
    var rows: [Row] = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix("## ") { section = String(line.dropFirst(3)) }
      let cells = line.split(separator: "|", omittingEmptySubsequences: false)
        .map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 6, let number = Int(cells[1]) else { continue }
      let places = cells[3].matches(of: /`([^`]+)`/).map { String($0.output.1) }
      rows.append(Row(section: section, number: number, subject: cells[2], places: places))
    }
    try #require(!rows.isEmpty)
    return rows
  }

  @Test(
    "lists every row of every requirements document once and in order",
    arguments: [
      ("The price list with feature flags", 67), ("Market data: architecture", 45), ("Employee directory", 39),
      ("Market data: development", 46), ("Fetch counter", 34),
    ]
  )
  func completeness(section: String, count: Int) throws {
    let numbers = try Self.rows().filter { $0.section == section }.map(\.number)
    #expect(numbers == Array(1...count))
  }

  @Test("includes a subject and a place in every inventory row")
  func content() throws {
    for row in try Self.rows() {
      #expect(!row.subject.isEmpty, "\(row.section) \(row.number)")
      #expect(!row.places.isEmpty, "\(row.section) \(row.number)")
    }
  }

  @Test("lists only existing declarations, text and files in the inventory")
  func existence() throws {
    var packages: [String: PackageSources] = [:]
    for row in try Self.rows() {
      for place in row.places {
        let isFound: Bool
        if let match = place.wholeMatch(of: /(\w+)(?:\.(\w+)|: (.+))/), place != "README.md", place != "Package.swift" {
          let name = String(match.1)
          let sources = try packages[name] ?? PackageSources(name, in: Self.root)
          packages[name] = sources
          isFound =
            match.2.map { sources.declared.contains(String($0)) } ?? match.3.map { sources.code.contains($0) } ?? false
        } else {
          let path = Self.root.appending(path: place).path(percentEncoded: false)
          isFound = FileManager.default.fileExists(atPath: path)
        }
        #expect(isFound, "\(row.section) \(row.number): \(place)")
      }
    }
  }
}

private struct PackageSources {
  /// The names of all declarations, including declarations in tests.
  let declared: Set<String>
  /// The code of the target with the package's name, without comments.
  let code: String

  init(_ name: String, in root: URL) throws {
    let isPackage = !["App", "Tests"].contains(name)
    let folder = root.appending(path: isPackage ? "Packages/\(name)" : name)
    let keywords = "struct|class|enum|protocol|actor|func|var|let|case|typealias"
    // The standard library's Regex takes minutes here in debug builds.
    let declaration = try NSRegularExpression(pattern: "\\b(?:\(keywords)) `?(\\w+)")
    var declared: Set<String> = []
    var code = ""
    for case let file as URL in FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil) ?? .init()
    where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        .filter { !$0.trimmingCharacters(in: .whitespaces).hasPrefix("//") }
        .joined(separator: "\n")
      let whole = text as NSString
      for match in declaration.matches(in: text, range: NSRange(location: 0, length: whole.length)) {
        declared.insert(whole.substring(with: match.range(at: 1)))
      }
      if !isPackage || file.path.contains("/Sources/\(name)/") { code += text + "\n" }
    }
    self.declared = declared
    self.code = code
  }
}
