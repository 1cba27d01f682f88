import Foundation
import Networking
import NetworkingTesting
import Testing

@Suite("Recordings")
struct RecordingTests {
  private func request(_ path: String, body: String? = nil) -> HTTPRequest {
    HTTPRequest(
      method: body == nil ? .get : .post,
      url: .test("http://host/\(path)"),
      headers: [.authorization: "Bearer hidden", "X-Plain": "shown"],
      body: body.map { RequestBody(bytes: Data($0.utf8), contentType: "text/plain") }
    )
  }

  private func text(_ response: HTTPResponse) async throws -> String {
    String(decoding: try await response.body.collect(upTo: 1_000), as: UTF8.self)
  }

  @Test("replays a service's responses from a recording without secrets")
  func replays() async throws {
    try await withTemporaryFolder { folder in
      // Given: a service's responses
      let calls = Recorder<Int>()
      let recorder = RecordingTransport(
        StubTransport { request in
          calls.add(1)
          var response = HTTPResponse.text("\(request.url.path) \(calls.values.count)", url: request.url)
          response.headers["Set-Cookie"] = "session=hidden"
          return response
        }
      )
      for path in ["a?api_key=hidden", "a?api_key=hidden", "b"] { _ = try await recorder.send(request(path)) }
      _ = try await recorder.send(request("c", body: "content"))
      // When: the exchanges are written to a file and replayed
      let file = folder.appending(path: "recording.json")
      try recorder.recording.write(to: file)
      let stored = try String(contentsOf: file, encoding: .utf8)
      let replay = ReplayTransport(try Recording(contentsOf: file))
      // Then: the same responses are returned in order, even for requests with different secrets
      #expect(try await text(replay.send(request("a?api_key=other"))) == "/a 1")
      #expect(try await text(replay.send(request("c", body: "content"))) == "/c 4")
      #expect(try await text(replay.send(request("a?api_key=hidden"))) == "/a 2")
      #expect(replay.unused.map(\.url) == ["http://host/b"])
      #expect(!stored.contains("hidden"))
      #expect(stored.contains("shown"))
      // And: requests that weren't recorded are rejected
      await #expect(throws: NetworkError.self) { try await replay.send(request("a?api_key=hidden")) }
      await #expect(throws: NetworkError.self) { try await replay.send(request("c", body: "other")) }
    }
  }

  @Test("removes secrets from recorded forms and documents, and still matches their requests")
  func redactsContent() async throws {
    // Given: a session that begins with a sign-in
    let answer =
      #"{"access_token": "hidden", "refreshToken" : "hid\"den", "code": "EUR", "token": 7, "x": ["password"], "y": {"api\u005fkey":"hidden"}}"#
    let recorder = RecordingTransport(
      StubTransport { request in
        var response = HTTPResponse.json(answer, url: request.url)
        response.headers[.contentLength] = String(answer.utf8.count)
        return response
      }
    )
    func signIn(_ password: String, by transport: any Transport) async throws -> String {
      let form = RequestBody.form([
        URLQueryItem(name: "user", value: "me"), URLQueryItem(name: "password", value: password),
      ])
      let fields: HTTPFields = [.contentType: form.contentType ?? ""]
      let request = HTTPRequest(method: .post, url: .test("http://host/token"), headers: fields, body: form)
      return try await text(transport.send(request))
    }
    #expect(try await signIn("hidden", by: recorder) == answer)
    // Then: the form and the JSON document are stored without secrets
    let exchange = try #require(recorder.recording.exchanges.first)
    #expect(exchange.requestBody?.text == "user=me&password=***")
    let kept =
      #"{"access_token": "***", "refreshToken" : "***", "code": "EUR", "token": 7, "x": ["password"], "y": {"api\u005fkey":"***"}}"#
    #expect(exchange.responseBody.text == kept)
    #expect(exchange.responseFields.map(\.value) == ["application/json", String(kept.utf8.count)])
    // And: a user with another password gets the same response
    #expect(try await signIn("other", by: ReplayTransport(recorder.recording)) == kept)
  }

  @Test(
    "keeps recorded content that isn't a JSON document unchanged",
    arguments: ["", "{", "[\"", "{\"password\"", "{\"password\":", "{\"a\\"]
  )
  func survivesOtherTexts(answer: String) async throws {
    let recorder = RecordingTransport(StubTransport { .json(answer, url: $0.url) })
    _ = try await recorder.send(request("x"))
    #expect(recorder.recording.exchanges.first?.responseBody.text == answer)
  }

  @Test("keeps recorded bytes that aren't text")
  func keepsBytes() async throws {
    let bytes = Data([0xFF, 0x00, 0xFE])
    let recorder = RecordingTransport(
      StubTransport { HTTPResponse(status: .ok, url: $0.url, body: ResponseBody(bytes: bytes)) }
    )
    _ = try await recorder.send(request("x"))
    let replay = ReplayTransport(recorder.recording)
    #expect(try await replay.send(request("x")).body.collect(upTo: 10) == bytes)
  }

  @Test("rejects a recording with invalid content", arguments: ["", "[]", "{\"exchanges\":[{}]}", "{\"exchanges\":1}"])
  func refusesOtherFiles(text: String) async throws {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "file")
      try Data(text.utf8).write(to: file)
      #expect(throws: (any Error).self) { try Recording(contentsOf: file) }
    }
  }
}
