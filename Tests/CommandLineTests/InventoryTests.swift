import Foundation
import Testing

@Suite("The inventory of what was asked for")
struct InventoryTests {
  /// The workspace's folder.
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized

  /// A row of a table.
  private struct Row {
    let section: String
    let number: Int
    let subject: String
    let places: [String]
    let remark: String
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
      rows.append(Row(section: section, number: number, subject: cells[2], places: places, remark: cells[4]))
    }
    try #require(!rows.isEmpty)
    return rows
  }

  @Test(
    "Every row of every document is there, once and in order",
    arguments: [
      ("The price list with feature flags", 67), ("Market data: architecture", 45), ("Employee directory", 39),
      ("Market data: development", 46), ("Fetch counter", 34),
    ]
  )
  func completeness(section: String, count: Int) throws {
    let numbers = try Self.rows().filter { $0.section == section }.map(\.number)
    #expect(numbers == Array(1...count))
  }

  @Test("Every row says what it is about and where that is")
  func content() throws {
    for row in try Self.rows() {
      #expect(!row.subject.isEmpty, "\(row.section) \(row.number)")
      #expect(!row.places.isEmpty, "\(row.section) \(row.number)")
    }
  }

  @Test("Everything that is named exists")
  func existence() throws {
    for row in try Self.rows() {
      for place in row.places {
        let path = Self.root.appending(path: place).path(percentEncoded: false)
        #expect(FileManager.default.fileExists(atPath: path), "\(row.section) \(row.number): \(place)")
      }
    }
  }
}
