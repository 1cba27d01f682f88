import Foundation
import LoopbackServer
import Testing

@Suite("Directory commands")
struct DirectoryCommandTests {
  private let folder: TemporaryFolder
  private let program: ProgramUnderTest

  init() throws {
    folder = try TemporaryFolder()
    program = ProgramUnderTest(in: folder)
  }

  private func lines(_ text: String) -> [Substring] { text.split(separator: "\n") }

  @Test("lists employees as one record per line, and leaves no files behind")
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

  @Test(
    "filters employees, and reports when nothing matches",
    arguments: [
      (["--search", "lukasz"], 1), (["--search", "type:contractor", "--group-by", "none"], 3),
      (["--team", "core platform"], 2),
      (["--search", "no-such-person"], 0), (["--type", "part-time", "--team", "Nowhere"], 0),
    ]
  )
  func filters(options: [String], count: Int) async throws {
    let outcome = try await program.start(["directory", "list"] + options).outcome()
    #expect(outcome.exitCode == 0)
    #expect(lines(outcome.output).count == count)
    #expect(outcome.messages.contains("No matching employees.") == (count == 0))
  }

  @Test("rejects a malformed employee list unless --lenient is given, and reports the entry and the key")
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

  @Test("shows an employee for any unambiguous name")
  func shows() async throws {
    let one = try await program.run("directory", "show", "lukasz.zolkowski@example.com", "--json").document()
    #expect(one["full_name"] as? String == "Łukasz Żółkowski")
    let same = try await program.run("directory", "show", try #require(one["uuid"] as? String), "--plain")
    #expect(same.output.contains("Name: Łukasz Żółkowski\n"))
    let missing = try await program.run("directory", "show", "Grace Muray")
    #expect(missing.exitCode == 1)
    #expect(missing.messages.contains("Grace Murray"))
    let several = try await program.run("directory", "show", "li")
    #expect(several.exitCode == 2)
    #expect(several.messages.contains("bo.li@example.com"))
    #expect(several.output.isEmpty)
  }

  @Test("exports employees to a private file, and lists employees from a file and from standard input")
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

  @Test("writes exports to devices and /dev/stdout instead of replacing them")
  func exportsIntoDevices() async throws {
    let discarded = try await program.run("directory", "export", "--format", "csv", "--output", "/dev/null")
    #expect(discarded.exitCode == 0, "\(discarded.messages)")
    let status = try FileManager.default.attributesOfItem(atPath: "/dev/null")
    #expect(status[.type] as? FileAttributeType == .typeCharacterSpecial)
    // Standard output is a file here, which an export to a path would replace.
    let file = folder.url.appending(path: "redirected")
    let direct = try SpawnedProcess(
      executable: ProgramUnderTest.executable.path,
      arguments: ["directory", "export", "--format", "csv", "--output", "/dev/stdout"],
      environment: program.cleanEnvironment,
      output: .file(file.path)
    )
    #expect(await direct.wait().exitCode == 0)
    #expect(try String(contentsOf: file, encoding: .utf8).split(separator: "\r\n").count == 31)
    // This device is always full.
    let full = try await program.run("directory", "export", "--format", "csv", "--output", "/dev/full")
    #expect(full.exitCode == 1)
    #expect(full.messages.contains("Couldn't write '/dev/full': the disk is full (ENOSPC)."))
  }

  @Test("exports the same lines to a terminal and to a pipe", arguments: ["csv", "vcard", "json"])
  func exportsToATerminal(format: String) async throws {
    let arguments = ["directory", "export", "--format", format, "--search", "name:søren", "--no-pager"]
    let piped = try await program.start(arguments).outcome().output
    let session = try InteractiveSession(program, arguments)
    #expect(await session.ending().exitCode == 0)
    // The terminal driver ends lines with CR and LF.
    let lines = session.text.split(separator: "\r\n")
    #expect(lines == piped.split(whereSeparator: \.isNewline))
  }

  @Test("exports vCards with photos, and loads each photo once")
  func exportsPhotos() async throws {
    let arguments = [
      "directory", "export", "--format", "vcard", "--photos", "small", "--search", "name:søren", "--verbose",
    ]
    let first = try await program.start(arguments).outcome()
    #expect(first.output.contains("VERSION:4.0\r\n"))
    #expect(first.output.contains("PHOTO:data:image/png;base64,"))
    #expect(first.output.hasSuffix("END:VCARD\r\n"))
    let second = try await program.start(arguments).outcome()
    #expect(second.output == first.output)
    #expect(!first.messages.contains("; hit;"), "\(first.messages)")
    #expect(second.messages.contains("; hit;"), "\(second.messages)")
  }

  @Test("leaves no files behind when an export with photos is interrupted", arguments: [SIGINT, SIGTERM])
  func interruptedExport(signal: Int32) async throws {
    // Given a service whose tenth photo never arrives
    let program = program
    let run = Started()
    let server = try LoopbackServer { request in
      guard request.path.hasSuffix(".json") else {
        guard request.path == "/10" else { return .text("photo") }
        run.send(signal)
        return .text("").failing(with: .neverAnswer)
      }
      let entries = (1...12).map { number in
        let identifier = "00000000-0000-4000-8000-0000000000\(number + 10)"
        return
          #"{"uuid": "\#(identifier)", "full_name": "A", "email_address": "a@b", "team": "T", "employee_type": "CONTRACTOR", "#
          + #""photo_url_large": "http://\#(request.headers["Host"] ?? "")/\#(number)"}"#
      }
      return .json(Data(#"{"employees": [\#(entries.joined(separator: ", "))]}"#.utf8))
    }
    defer { server.stop() }
    let exports = folder.url.appending(path: "exports")
    try FileManager.default.createDirectory(at: exports, withIntermediateDirectories: true)

    // When the export is interrupted while waiting for that photo
    let started = try program.start([
      "directory", "export", "--format", "vcard", "--photos", "large", "--directory-url", server.url.absoluteString,
      "--output", exports.appending(path: "all.vcf").path,
    ])
    run.set(started)
    let outcome = await started.outcome()

    // Then
    #expect(outcome.signal == signal)
    #expect(try FileManager.default.contentsOfDirectory(atPath: exports.path).isEmpty)
  }

  @Test("exports employees to CSV without spreadsheet formulas")
  func guardsCSV() async throws {
    let entry =
      #"{"uuid": "00000000-0000-4000-8000-000000000001", "full_name": "=cmd|' /C calc'!A0", "email_address": "-a@b", "#
      + #""team": "+1+1", "employee_type": "CONTRACTOR", "phone_number": "+15556661234", "biography": "@x"}"#
    let list = #"{"employees": [\#(entry)]}"#
    let csv = try await program.run("directory", "export", "--format", "csv", "--from", "-", input: list)
    #expect(
      csv.output.hasSuffix(
        "\r\n00000000-0000-4000-8000-000000000001,'=cmd|' /C calc'!A0,'+1+1,CONTRACTOR,'-a@b,+15556661234,'@x,,\r\n"
      )
    )
  }

  @Test(
    "explains why an employee file can't be read",
    arguments: [("/nowhere/list.json", "there is no such file"), ("/", "it is a folder")]
  )
  func unreadableFiles(path: String, reason: String) async throws {
    let outcome = try await program.run("directory", "list", "--from", path)
    #expect(outcome.exitCode == 1)
    #expect(outcome.messages.contains("The file '\(path)' can't be read: \(reason).\n"), "\(outcome.messages)")
  }

  @Test(
    "exits with the code for each kind of directory failure",
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

/// A started program that another thread can send signals to.
///
/// `@unchecked Sendable`: `lock` guards `program` and `pending`.
private final class Started: @unchecked Sendable {
  private let lock = NSLock()
  private var program: RunningProgram?
  private var pending: Int32?

  func set(_ program: RunningProgram) {
    lock.withLock {
      self.program = program
      if let pending { program.send(signal: pending) }
    }
  }

  /// Sends a signal to the program, or stores the signal until the program has started.
  func send(_ signal: Int32) {
    lock.withLock {
      pending = signal
      program?.send(signal: signal)
    }
  }
}
