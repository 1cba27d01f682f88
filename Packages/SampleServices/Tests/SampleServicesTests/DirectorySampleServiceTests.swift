import Foundation
import Networking
import SampleServices
import Testing

@Suite("Sample directory", .timeLimit(.minutes(1)))
struct DirectorySampleServiceTests {
  private struct Answer {
    let status: Int
    let contentType: String
    let body: Data
  }

  private func get(
    _ path: String,
    method: HTTPMethod = .get,
    options: SampleDirectoryOptions = SampleDirectoryOptions()
  ) async throws -> Answer {
    let services = try SampleServices(directory: options)
    defer { services.stop() }
    let url = path.hasPrefix("http") ? URL(string: path) : URL(string: services.directoryURL.absoluteString + path)
    let response = try await SystemTransport.make().send(HTTPRequest(method: method, url: try #require(url)))
    let body = try await response.body.collect(upTo: 64 << 20)
    return Answer(status: response.status.code, contentType: response.headers[.contentType] ?? "", body: body)
  }

  private func employees(_ answer: Answer) throws -> [[String: Any]] {
    let document = try JSONSerialization.jsonObject(with: answer.body) as? [String: Any]
    return try #require(document?["employees"] as? [[String: Any]])
  }

  @Test("lists thirty people with all employment types, some without optional members")
  func hasPeople() async throws {
    let answer = try await get("/employees.json")
    let people = try employees(answer)
    #expect(answer.status == 200)
    #expect(answer.contentType == "application/json")
    #expect(people.count == 30)
    for key in ["uuid", "full_name", "email_address", "team", "employee_type"] {
      #expect(people.allSatisfy { ($0[key] as? String)?.isEmpty == false })
    }
    for key in ["phone_number", "biography", "photo_url_small", "photo_url_large"] {
      let count = people.count { $0[key] != nil }
      #expect(count > 0, "\(key)")
      #expect(count < 30, "\(key)")
    }
    #expect(Set(people.compactMap { $0["employee_type"] as? String }) == ["FULL_TIME", "PART_TIME", "CONTRACTOR"])
    #expect(Set(people.compactMap { $0["uuid"] as? String }).count == 30)
    #expect(people.contains { ($0["full_name"] as? String) == "Łukasz Żółkowski" })
  }

  @Test("generates the requested number of people, and the same people for the same seed", arguments: [0, 1, 5, 2_000])
  func hasSizes(count: Int) async throws {
    let one = try employees(try await get("/employees.json", options: .init(count: count, seed: 5)))
    let same = try employees(try await get("/employees.json", options: .init(count: count, seed: 5)))
    let other = try employees(try await get("/employees.json", options: .init(count: count, seed: 6)))
    func ids(_ people: [[String: Any]]) -> [String] { people.compactMap { $0["uuid"] as? String } }
    #expect(one.count == count)
    #expect(Set(ids(one)).count == count)
    #expect(ids(one) == ids(same))
    #expect((ids(one) != ids(other)) == (count > 0))
  }

  @Test("provides a malformed employee list and an empty one")
  func hasScenarios() async throws {
    let malformed = try employees(try await get("/employees_malformed.json"))
    #expect(malformed.count == 30)
    #expect(malformed[3]["email_address"] == nil)
    #expect(malformed[7]["team"] is NSNull)
    #expect(malformed[11]["employee_type"] as? String == "FRIEND")
    #expect(malformed[13]["full_name"] as? Int == 42)
    #expect(try employees(try await get("/employees_empty.json")).isEmpty)
  }

  @Test("provides different photos in two sizes, with absolute URLs on the requested host")
  func hasPhotos() async throws {
    let services = try SampleServices()
    defer { services.stop() }
    let transport = try SystemTransport.make()
    func data(_ address: String) async throws -> Data {
      let url = try #require(URL(string: address))
      return try await transport.send(HTTPRequest(url: url)).body.collect(upTo: 1 << 20)
    }
    let document = try await data(services.directoryURL.absoluteString + "/employees.json")
    let people = try employees(Answer(status: 200, contentType: "", body: document))
    var seen: Set<Data> = []
    let addresses = people.compactMap { $0["photo_url_small"] as? String }
    #expect(addresses.allSatisfy { $0.hasPrefix("http://127.0.0.1:\(services.port)/directory/photos/") })
    for address in addresses.prefix(10) {
      let photo = try await data(address)
      #expect(photo.prefix(8) == Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
      #expect(Array(photo[16..<24]) == [0, 0, 0, 64, 0, 0, 0, 64])
      seen.insert(photo)
    }
    #expect(seen.count == 10)
    let large = try await data(try #require(people[0]["photo_url_large"] as? String))
    #expect(Array(large[16..<24]) == [0, 0, 1, 0, 0, 0, 1, 0])
  }

  @Test(
    "responds with 404 to unknown directory paths and rejects changes",
    arguments: [
      ("/", HTTPMethod.get, 404), ("/employees.jso", .get, 404), ("/photos/7/100000/small.png", .get, 404),
      ("/photos/7/-1/small.png", .get, 404), ("/photos/7/0/medium.png", .get, 404), ("/photos/0/small.png", .get, 404),
      ("/employees.json", .post, 405), ("/employees.json", .delete, 405),
    ]
  )
  func refuses(path: String, method: HTTPMethod, status: Int) async throws {
    #expect(try await get(path, method: method).status == status)
  }
}
