import BasicsTesting
import Foundation
import Networking
import NetworkingTesting
import Testing

@testable import Directory

@Suite("Employee list decoding")
struct EmployeeListDecodingTests {
  private static let good: [String: String] = [
    "uuid": #""0d8fcc12-4d0c-425c-8355-390b312b909c""#, "full_name": #""Justine Mason""#,
    "email_address": #""justine@example.com""#, "team": #""Core""#, "employee_type": #""FULL_TIME""#,
    "phone_number": #""5553280123""#, "biography": #""Engineer""#, "photo_url_small": #""http://localhost/s.png""#,
    "photo_url_large": #""http://localhost/l.png""#,
  ]

  private static func entry(_ changes: [String: String] = [:]) -> String {
    let keys = good.merging(changes) { $1 }.filter { !$0.value.isEmpty }
    return "{" + keys.sorted { $0.key < $1.key }.map { #""\#($0.key)":\#($0.value)"# }.joined(separator: ",") + "}"
  }

  private static func other(_ number: Int) -> String {
    entry(["uuid": #""00000000-0000-4000-8000-00000000000\#(number)""#, "full_name": #""Other \#(number)""#])
  }

  private func load(_ document: String, isLenient: Bool = false) async throws(DirectoryError) -> EmployeeList {
    let transport = StubTransport { request in .json(document, url: request.url) }
    let client = APIClient(api: DirectoryAPI(baseURL: .test("http://localhost/d")), transport: transport)
    return try await LoadEmployees(repository: EmployeeService(client: client), isLenient: isLenient).execute()
  }

  private func malformed(_ document: String) async throws -> MalformedEmployees {
    let error = await #expect(throws: DirectoryError.self) { try await load(document) }
    guard case .malformed(let malformed) = error else { throw Unexpected(what: String(describing: error)) }
    return malformed
  }

  private struct Unexpected: Error { let what: String }

  @Test("decodes all employee values from the service")
  func reads() async throws {
    let list = try await load(#"{"employees":[\#(Self.entry())]}"#)
    let employee = try #require(list.employees.first)
    #expect(employee.id == UUID(uuidString: "0D8FCC12-4D0C-425C-8355-390B312B909C"))
    #expect(employee.fullName == "Justine Mason")
    #expect(employee.emailAddress == "justine@example.com")
    #expect(employee.team == "Core")
    #expect(employee.type == .fullTime)
    #expect(employee.phoneNumber == "5553280123")
    #expect(employee.biography == "Engineer")
    #expect(employee.smallPhoto?.url == URL(string: "http://localhost/s.png"))
    #expect(employee.largePhoto?.url == URL(string: "http://localhost/l.png"))
  }

  @Test(
    "accepts missing and null values for an employee's optional keys",
    arguments: ["phone_number", "biography", "photo_url_small", "photo_url_large"]
  )
  func allowsMissing(key: String) async throws {
    #expect(try await load(#"{"employees":[\#(Self.entry([key: ""]))]}"#).employees.count == 1)
    #expect(try await load(#"{"employees":[\#(Self.entry([key: "null"]))]}"#).employees.count == 1)
  }

  @Test("accepts an empty employee list and unknown keys")
  func allowsEmpty() async throws {
    #expect(try await load(#"{"employees":[]}"#).employees.isEmpty)
    #expect(try await load(#"{"page":1,"employees":[\#(Self.entry(["shoe_size": "44"]))]}"#).employees.count == 1)
  }

  @Test(
    "rejects the whole list if an entry lacks a required key",
    arguments: ["uuid", "full_name", "email_address", "team", "employee_type"]
  )
  func refusesMissing(key: String) async throws {
    let missing = try await malformed(#"{"employees":[\#(Self.other(1)),\#(Self.entry([key: ""]))]}"#)
    #expect(missing.entries.map(\.index) == [1])
    #expect(missing.total == 2)
    #expect(missing.entries[0].key == key)
    #expect(missing.entries[0].reason == .missing)
    #expect(missing.entries[0].name == (key == "full_name" ? nil : "Justine Mason"))
    #expect(missing.message.contains("Employee 2"))
    #expect(missing.message.contains("'\(key)'"))
    let null = try await malformed(#"{"employees":[\#(Self.entry([key: "null"]))]}"#)
    #expect(null.entries[0].key == key)
    #expect(null.entries[0].reason == .null)
  }

  @Test(
    "rejects the whole list if a value has the wrong type",
    arguments: good.keys.sorted(),
    [("5", "a number"), ("true", "a Boolean"), ("[]", "a list"), ("{}", "an object"), ("1e400", "a value")]
  )
  func refusesKinds(key: String, value: (json: String, words: String)) async throws {
    do {
      let error = try await malformed(#"{"employees":[\#(Self.entry([key: value.json]))]}"#).entries[0]
      #expect(error.key == key)
      #expect(error.description.contains("'\(key)' is \(value.words)"))
    } catch let error as Unexpected {
      // A number too large for any type can make the whole document unreadable.
      #expect(value.json == "1e400")
      #expect(error.what.contains("decoding"))
    }
  }

  @Test(
    "rejects an invalid identifier or employment type",
    arguments: [
      ("uuid", #""""#), ("uuid", #""x""#), ("uuid", #""0d8fcc12-4d0c-425c-8355-390b312b909""#),
      ("employee_type", #""""#),
      ("employee_type", #""full_time""#), ("employee_type", #""INTERN""#),
    ]
  )
  func refusesValues(key: String, value: String) async throws {
    let entry = try await malformed(#"{"employees":[\#(Self.entry([key: value]))]}"#).entries[0]
    #expect(entry.key == key)
    #expect(entry.what.hasSuffix("'\(value.dropFirst().dropLast())'"))
  }

  @Test("rejects a duplicate employee identifier and reports the later entry as malformed")
  func refusesDuplicates() async throws {
    let upper = Self.entry(["uuid": #""0D8FCC12-4D0C-425C-8355-390B312B909C""#])
    let error = try await malformed(#"{"employees":[\#(Self.entry()),\#(Self.other(1)),\#(upper)]}"#)
    #expect(error.entries.map(\.index) == [2])
    #expect(error.entries[0].reason == .duplicate(of: 0))
    #expect(error.entries[0].key == "uuid")
  }

  @Test("omits and lists malformed entries in lenient mode")
  func isLenient() async throws {
    let entries = [
      Self.other(1), "null", Self.entry(["team": "7"]), Self.other(2), "[]", "3", Self.other(1), Self.other(3), "\"x\"",
    ]
    let list = try await load(#"{"employees":[\#(entries.joined(separator: ","))]}"#, isLenient: true)
    #expect(list.employees.map(\.fullName) == ["Other 1", "Other 2", "Other 3"])
    #expect(list.malformed.map(\.index) == [1, 2, 4, 5, 6, 8])
    #expect(list.malformed[4].reason == .duplicate(of: 0))
    #expect(list.malformed.map(\.reason)[2] == .notAnObject(found: "a list"))
    #expect(list.position(of: list.employees[2].id) == 2)
  }

  @Test(
    "reports a decoding error for a document without a list, even in lenient mode",
    arguments: [
      "", "<!DOCTYPE html><p>Sign in", "[]", "{}", "null", #"{"employees":null}"#, #"{"employees":{}}"#,
      #"{"employees":"x"}"#,
      #"{"employees":[}"#, #"{"employees":[{"uuid":"#, #"{"employees":[]"#, #"{"employees":[]} x"#,
    ]
  )
  func refusesDocuments(document: String) async {
    for isLenient in [false, true] {
      let error = await #expect(throws: DirectoryError.self) { try await load(document, isLenient: isLenient) }
      guard case .service(NetworkError.decoding) = error else {
        Issue.record("expected a decoding failure, got \(String(describing: error))")
        continue
      }
    }
  }

  @Test("accepts all Unicode text and reports invalid UTF-8 as a malformed entry")
  func knowsEncodings() async throws {
    let name = "\u{1B}[31mRed\u{202E}\u{200B}e\u{301}👩‍👩‍👧\u{0}"
    let encoded = String(decoding: try JSONEncoder().encode(name), as: UTF8.self)
    let list = try await load(#"{"employees":[\#(Self.entry(["full_name": encoded]))]}"#)
    #expect(list.employees[0].fullName == name)

    var bytes = Data(#"{"employees":[\#(Self.entry())]}"#.utf8)
    bytes.replaceSubrange(try #require(bytes.range(of: Data("Justine".utf8))), with: [0xC3, 0x28, 0xFF])
    let body = bytes
    let transport = StubTransport {
      HTTPResponse(status: .ok, headers: [:], url: $0.url, body: ResponseBody(bytes: body))
    }
    let client = APIClient(api: DirectoryAPI(baseURL: .test("http://localhost")), transport: transport)
    let reading = try await EmployeeService(client: client).readEmployees()
    #expect(reading.employees.isEmpty)
    #expect(reading.malformed.map(\.key) == ["full_name"])
  }

  @Test("decodes arbitrary bytes as an employee list without crashing")
  func survivesAnything() async {
    var generator = SeededGenerator(seed: 7)
    let template = Array(#"{"employees":[\#(Self.entry()),\#(Self.other(1)),null,{"uuid":"\ud800"}]}"#.utf8)
    let pieces = ["null", "[", "]", "{", "}", "\"", "1e999", "\\ud800", ",", ":", "true", "\u{0}"].map {
      Array($0.utf8)
    }
    var readings = 0
    let rounds = LongTests.rounds(byDay: 300, byNight: 20_000)
    for _ in 0..<rounds {
      var bytes = template
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.removeSubrange(place..<min(place + 9, bytes.count))
        case 2: bytes.insert(contentsOf: pieces.randomElement(using: &generator) ?? [], at: place)
        default: bytes.removeLast(min(3, bytes.count - 1))
        }
      }
      let body = Data(bytes)
      let transport = StubTransport {
        HTTPResponse(status: .ok, headers: [:], url: $0.url, body: ResponseBody(bytes: body))
      }
      let client = APIClient(api: DirectoryAPI(baseURL: .test("http://localhost")), transport: transport)
      do throws(DirectoryError) {
        let reading = try await EmployeeService(client: client).readEmployees()
        for entry in reading.malformed { #expect(!entry.description.isEmpty) }
        readings += 1
      } catch {
        guard case .service(NetworkError.decoding) = error else {
          Issue.record("expected a decoding failure, got \(error)")
          continue
        }
      }
    }
    #expect(readings > rounds / 40, "the loop has to reach entries, not only broken documents")
  }
}
