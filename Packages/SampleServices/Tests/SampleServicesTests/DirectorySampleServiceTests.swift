import Foundation
import Images
import Networking
import SampleServices
import Testing

@Suite("Sample directory")
struct DirectorySampleServiceTests {
  private func get(
    _ path: String,
    _ method: HTTPMethod = .get,
    options: SampleDirectoryOptions = SampleDirectoryOptions()
  ) async throws -> Answer {
    try await SampleServices(directory: options).answer("/directory" + path, method)
  }

  private func employees(_ answer: Answer) throws -> [[String: Any]] {
    try #require(try answer.object()["employees"] as? [[String: Any]])
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

  @Test("limits the number of employees", arguments: [(-1, 0), (0, 0), (100_000, 100_000), (100_001, 100_000)])
  func limits(count: Int, expected: Int) { #expect(SampleDirectoryOptions(count: count).count == expected) }

  @Test("links to the requested host, for any number of hosts, in both lists")
  func hosts() async throws {
    let services = SampleServices()
    for _ in 0..<2 {
      for host in ["a", "b:8", "c", "d", "e", "[::1]:9"] {
        for list in ["employees", "employees_malformed"] {
          let text = try await services.answer("http://\(host)/directory/\(list).json").text
          #expect(text.contains("\"http://\(host)/directory/photos/2026/1/small.png\""))
          #expect(text.contains("FRIEND") == (list == "employees_malformed"))
        }
      }
    }
  }

  @Test(
    "provides a list of one invalid entry if there are too few employees for all defects",
    arguments: [(3, 1), (4, 4)]
  )
  func fewMalformed(count: Int, entries: Int) async throws {
    let people = try employees(try await get("/employees_malformed.json", options: .init(count: count)))
    #expect(people.count == entries)
    #expect(people.last?["email_address"] == nil)
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
    let services = SampleServices()
    let people = try employees(try await services.answer("/directory/employees.json"))
    let addresses = people.compactMap { $0["photo_url_small"] as? String }
    #expect(addresses.allSatisfy { $0.hasPrefix("http://sample.test:81/directory/photos/") })
    var seen: Set<[UInt8]> = []
    for address in addresses.prefix(5) {
      let photo = try await services.answer(address)
      let image = try ImageDecoder.decode(Array(photo.body))
      #expect(photo.contentType == "image/png")
      #expect(photo.headers["Cache-Control"] == "max-age=31536000, immutable")
      #expect(image.width == 64)
      #expect(image.height == 64)
      seen.insert(image.pixels)
    }
    #expect(seen.count == 5)
    let large = try ImageDecoder.decode(
      Array(try await services.answer(try #require(people[0]["photo_url_large"] as? String)).body)
    )
    #expect(large.width == 256)
    #expect(large.height == 256)
  }

  @Test(
    "serves photos with known numbers, responds with 404 to unknown paths, and rejects changes",
    arguments: [
      ("/", HTTPMethod.get, 404), ("/photos/7/99999/small.png", .get, 200), ("/photos/7/0/small.png", .head, 200),
      ("/photos/-7/0/small.png", .get, 404), ("/images/7/0/small.png", .get, 404), ("/employees.json", .head, 200),
      ("/employees.jso", .get, 404), ("/photos/7/100000/small.png", .get, 404),
      ("/photos/7/-1/small.png", .get, 404), ("/photos/7/0/medium.png", .get, 404), ("/photos/0/small.png", .get, 404),
      ("/employees.json", .post, 405), ("/employees.json", .delete, 405),
    ]
  )
  func refuses(path: String, method: HTTPMethod, status: Int) async throws {
    #expect(try await get(path, method).status == status)
  }
}
