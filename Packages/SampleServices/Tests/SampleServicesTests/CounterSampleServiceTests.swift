import Foundation
import Networking
import SampleServices
import Testing

@Suite("Sample counter service", .timeLimit(.minutes(1)))
struct CounterSampleServiceTests {
  private struct Answer {
    let status: Int
    let contentType: String
    let text: String

    func value(_ key: String) throws -> String? {
      (try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])?[key] as? String
    }
  }

  private func withServices(_ body: (SampleServices, (String, HTTPMethod) async throws -> Answer) async throws -> Void)
    async throws
  {
    let services = try SampleServices()
    defer { services.stop() }
    let transport = try SystemTransport.make()
    try await body(services) { path, method in
      let url = try #require(URL(string: path, relativeTo: services.counterURL)?.absoluteURL)
      let response = try await transport.send(HTTPRequest(method: method, url: url))
      let text = String(decoding: try await response.body.collect(upTo: 10_000), as: UTF8.self)
      return Answer(status: response.status.code, contentType: response.headers[.contentType] ?? "", text: text)
    }
  }

  @Test("returns an absolute URL on the requested host, with a trailing slash")
  func handsOutPaths() async throws {
    try await withServices { services, get in
      let answer = try await get("/", .get)
      let next = try #require(try answer.value("next_path"))
      let url = try #require(URL(string: next))
      #expect(answer.status == 200)
      #expect(next.hasPrefix("http://127.0.0.1:\(services.port)/"))
      #expect(next.hasSuffix("/"))
      #expect(UUID(uuidString: url.lastPathComponent) != nil)
    }
  }

  @Test("returns a new code for each request to a path until the next path is requested")
  func answersCodes() async throws {
    try await withServices { _, get in
      let first = try #require(URL(string: try await get("/", .get).value("next_path") ?? "")).lastPathComponent
      let one = try await get("/\(first)/", .get)
      let two = try await get("/\(first)/", .get)
      #expect(one.status == 200)
      #expect(two.status == 200)
      #expect(try one.value("path") == first)
      let codes = [try one.value("response_code"), try two.value("response_code")]
      #expect(codes[0] != codes[1])
      #expect(codes.allSatisfy { UUID(uuidString: $0 ?? "") != nil })

      let second = try #require(URL(string: try await get("/", .get).value("next_path") ?? "")).lastPathComponent
      let late = try await get("/\(first)/", .get)
      #expect(late.status == 400)
      #expect(try late.value("error") == "App requested the wrong path, expected: \(second)")
    }
  }

  @Test(
    "responds with 404 to unknown counter paths",
    arguments: [
      ("/x", HTTPMethod.get), ("/a/b/", .get), ("/a//", .get), ("/not-a-uuid/", .get), ("/", .post), ("/", .delete),
    ]
  )
  func refusesOtherPaths(path: String, method: HTTPMethod) async throws {
    try await withServices { _, get in
      let answer = try await get(path, method)
      #expect(answer.status == 404)
      #expect(answer.contentType.hasPrefix("text/plain"))
      #expect(answer.text == "Unexpected path")
    }
  }

  @Test("rejects an identifier that the counter service never returned")
  func refusesUnknownPaths() async throws {
    try await withServices { _, get in
      let answer = try await get("/\(UUID().uuidString)/", .get)
      #expect(answer.status == 400)
    }
  }
}
