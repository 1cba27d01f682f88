import Foundation
import Testing

@Suite("The directory commands", .timeLimit(.minutes(2)))
struct DirectoryCommandTests {
  private let folder: TemporaryFolder
  private let program: ProgramUnderTest

  init() throws {
    folder = try TemporaryFolder()
    program = ProgramUnderTest(in: folder)
  }

  private func lines(_ text: String) -> [Substring] { text.split(separator: "\n") }

  @Test("list everybody as one record a line, and nothing of it is left on disk")
  func lists() async throws {
    let outcome = try await program.run("directory", "list")
    #expect(outcome.exitCode == 0)
    #expect(lines(outcome.output).count == 30)
    #expect(lines(outcome.output).allSatisfy { $0.split(separator: "\t", omittingEmptySubsequences: false).count == 6 })
    let files =
      FileManager.default.enumerator(at: folder.url, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
    for file in files {
      guard let content = try? Data(contentsOf: file) else { continue }
      #expect(content.range(of: Data("Okonkwo".utf8)) == nil, "\(file.path)")
    }
  }

  @Test("list as JSON with the same keys for many and for nobody")
  func listsAsJSON() async throws {
    let all = try await program.run("directory", "list", "--json").document()
    let employees = try #require(all["employees"] as? [[String: Any]])
    #expect(employees.count == 30)
    #expect(employees.allSatisfy { $0.count == 9 })
    let none = try await program.run("directory", "list", "--json", "--scenario", "empty")
    #expect(none.exitCode == 0)
    #expect(none.output == "{\"employees\":[]}\n")
  }

  @Test(
    "filter, and say so where nobody is left",
    arguments: [
      (["--search", "lukasz"], 1), (["--search", "type:contractor", "--group-by", "none"], 3),
      (["--team", "core platform"], 2),
      (["--search", "nobody at all"], 0), (["--type", "part-time", "--team", "Nowhere"], 0),
    ]
  )
  func filters(options: [String], count: Int) async throws {
    let outcome = try await program.start(["directory", "list"] + options).outcome()
    #expect(outcome.exitCode == 0)
    #expect(lines(outcome.output).count == count)
    #expect(outcome.messages.contains("Nobody") == (count == 0))
  }

  @Test("refuse a malformed list with the entry and the key, unless told to be lenient")
  func knowsMalformedLists() async throws {
    let strict = try await program.run("directory", "list", "--scenario", "malformed", "--json")
    #expect(strict.exitCode == 5)
    #expect(try strict.failure()["kind"] as? String == "malformed_employees")
    #expect((try strict.failure()["message"] as? String)?.contains("'email_address' is missing") == true)
    let lenient = try await program.run("directory", "list", "--scenario", "malformed", "--lenient")
    #expect(lenient.exitCode == 0)
    #expect(lines(lenient.output).count == 26)
    #expect(lenient.messages.contains("4 malformed entries"))
  }

  @Test("show one person by any name that only one has")
  func shows() async throws {
    let one = try await program.run("directory", "show", "lukasz.zolkowski@example.com", "--json").document()
    #expect(one["full_name"] as? String == "Łukasz Żółkowski")
    let same = try await program.run("directory", "show", try #require(one["uuid"] as? String), "--plain")
    #expect(same.output.contains("Name: Łukasz Żółkowski\n"))
    let nobody = try await program.run("directory", "show", "Grace Muray")
    #expect(nobody.exitCode == 1)
    #expect(nobody.messages.contains("Grace Murray"))
    let several = try await program.run("directory", "show", "li")
    #expect(several.exitCode == 2)
    #expect(several.messages.contains("bo.li@example.com"))
    #expect(several.output.isEmpty)
  }

  @Test("export to a file that only its owner can read, and list it again from there and from standard input")
  func exports() async throws {
    let path = folder.url.appending(path: "all.json").path
    let outcome = try await program.run("directory", "export", "--format", "json", "--output", path)
    #expect(outcome.exitCode == 0)
    #expect(outcome.output.isEmpty)
    #expect(outcome.messages.contains("30 employees"))
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(lines(try await program.run("directory", "list", "--from", path).output).count == 30)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let piped = try await program.run("directory", "export", "--format", "csv", "--from", "-", input: text)
    #expect(piped.output.split(separator: "\r\n").count == 31)
  }

  @Test("export into a device and into standard output by its name, which are written to and not replaced")
  func exportsIntoDevices() async throws {
    let discarded = try await program.run("directory", "export", "--format", "csv", "--output", "/dev/null")
    #expect(discarded.exitCode == 0, "\(discarded.messages)")
    let status = try FileManager.default.attributesOfItem(atPath: "/dev/null")
    #expect(status[.type] as? FileAttributeType == .typeCharacterSpecial)
    let direct = try await program.run("directory", "export", "--format", "csv", "--output", "/dev/stdout")
    #expect(direct.output.split(separator: "\r\n").count == 31, "\(direct.messages)")
    // There is no room on this one, ever.
    let full = try await program.run("directory", "export", "--format", "csv", "--output", "/dev/full")
    #expect(full.exitCode == 1)
    #expect(full.messages.contains("'/dev/full' can't be written: no space left on device."))
  }

  @Test("export cards with photos that are loaded once")
  func exportsPhotos() async throws {
    let arguments = [
      "directory", "export", "--format", "vcard", "--photos", "small", "--search", "name:søren", "--verbose",
    ]
    let first = try await program.start(arguments).outcome()
    #expect(first.output.contains("PHOTO:data:image/png;base64,"))
    #expect(first.output.hasSuffix("END:VCARD\r\n"))
    let second = try await program.start(arguments).outcome()
    #expect(second.output == first.output)
  }

  @Test(
    "say why a file can't be read",
    arguments: [("/nowhere/list.json", "there is no such file"), ("/", "it is a folder")]
  )
  func unreadableFiles(path: String, reason: String) async throws {
    let outcome = try await program.run("directory", "list", "--from", path)
    #expect(outcome.exitCode == 1)
    #expect(outcome.messages.contains("The file '\(path)' can't be read: \(reason).\n"), "\(outcome.messages)")
  }

  @Test(
    "fail with the exit code of what is wrong",
    arguments: [
      (["list", "--from", "/nowhere/list.json"], 1), (["list", "--from", "/dev/null"], 5),
      (["list", "--type", "intern"], 2),
      (["list", "--directory-url", "http://127.0.0.1:1"], 3), (["export"], 2),
      (["export", "--format", "csv", "--photos", "small"], 2),
      (["export", "--format", "csv", "--output", "/nowhere/all.csv"], 1),
      (["export", "--format", "vcard", "--json"], 2), (["show"], 2),
    ] as [([String], Int32)]
  )
  func fails(arguments: [String], exitCode: Int32) async throws {
    let outcome = try await program.start(["directory"] + arguments).outcome()
    #expect(outcome.exitCode == exitCode, "\(outcome.messages)")
  }
}
