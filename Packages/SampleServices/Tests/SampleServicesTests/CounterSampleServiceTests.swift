import Foundation
import Networking
import SampleServices
import Testing

@Suite("Sample counter service")
struct CounterSampleServiceTests {
  private let services = SampleServices()

  @Test("returns an absolute URL on the requested host, with a trailing slash")
  func handsOutPaths() async throws {
    let answer = try await services.answer("/")
    let next = try #require(try answer.object()["next_path"] as? String)
    #expect(answer.status == 200)
    #expect(next.hasPrefix("http://sample.test:81/"))
    #expect(next.hasSuffix("/"))
    #expect(UUID(uuidString: next.dropFirst(22).dropLast().description) != nil)
    let standard = try await services.answer("http://sample.test").object()["next_path"] as? String
    #expect(standard?.hasPrefix("http://sample.test/") == true)
  }

  @Test("returns a new code for each request to a path until the next path is requested")
  func answersCodes() async throws {
    func nextIdentifier() async throws -> String {
      let next = try #require(try await services.answer("/").object()["next_path"] as? String)
      return try #require(URL(string: next)).lastPathComponent
    }
    let first = try await nextIdentifier()
    let one = try await services.answer("/\(first)/")
    let two = try await services.answer("/\(first)/")
    #expect(one.status == 200)
    #expect(two.status == 200)
    #expect(try one.object()["path"] as? String == first)
    let codes = try [one, two].map { try $0.object()["response_code"] as? String }
    #expect(codes[0] != codes[1])
    #expect(codes.allSatisfy { UUID(uuidString: $0 ?? "") != nil })

    let second = try await nextIdentifier()
    let late = try await services.answer("/\(first)/")
    #expect(late.status == 400)
    #expect(try late.object()["error"] as? String == "App requested the wrong path, expected: \(second)")
  }

  @Test(
    "responds with 404 to unknown counter paths",
    arguments: [
      ("/x", HTTPMethod.get), ("/a/b/", .get), ("/a//", .get), ("/not-a-uuid/", .get), ("/", .post), ("/", .delete),
      ("/1b4e28ba-2fa1-11d2-883f-0016d3cca427", .get), ("//", .get), ("/directory", .get), ("/markets", .get),
    ]
  )
  func refusesOtherPaths(path: String, method: HTTPMethod) async throws {
    let answer = try await services.answer(path, method)
    #expect(answer.status == 404)
    #expect(answer.contentType.hasPrefix("text/plain"))
    #expect(answer.text == "Unexpected path")
  }

  @Test("rejects an identifier that the counter service never returned")
  func refusesUnknownPaths() async throws {
    let answer = try await services.answer("/\(UUID().uuidString)/")
    #expect(answer.status == 400)
    #expect(try answer.object()["error"] as? String == "App requested the wrong path, expected: none")
  }

  @Test("responds to HEAD with the same status and no body")
  func head() async throws {
    let answer = try await services.answer("/", .head)
    #expect(answer.status == 200)
    #expect(answer.contentType == "application/json")
    #expect(answer.body.isEmpty)
  }

  @Test("rejects an invalid request as every transport does")
  func invalid() async {
    await #expect(throws: NetworkError.self) { try await services.answer("http://user:word@sample.test/") }
  }
}
