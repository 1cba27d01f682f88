import Foundation
import Testing

@testable import Networking

@Suite("Version")
struct VersionTests {
  @Test("matches the newest version in the change log") func changeLog() throws {
    let file = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "CHANGELOG.md")
    let headings = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix("## ") }
    let first = try #require(headings.first)
    #expect(first.split(separator: " ").dropFirst().first ?? "" == LibraryVersion.current)
  }
}
