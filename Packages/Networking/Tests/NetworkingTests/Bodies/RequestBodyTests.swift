import Foundation
import Networking
import Testing

@Suite("Request body")
struct RequestBodyTests {
  private func content(_ body: RequestBody) async throws -> Data { try await body.collect(upTo: 1 << 24) }

  @Test(
    "serializes a form as browsers do",
    arguments: [
      ([("a", "1"), ("b", "2")], "a=1&b=2"),
      ([("a b", "c d")], "a+b=c+d"),
      ([("a", nil)], "a="),
      ([("", "")], "="),
      ([], ""),
      ([("x", "a+b&c=d%")], "x=a%2Bb%26c%3Dd%25"),
      ([("é", "日本")], "%C3%A9=%E6%97%A5%E6%9C%AC"),
      ([("safe", "*-._~")], "safe=*-._%7E"),
      ([("line", "a\r\nb")], "line=a%0D%0Ab"),
      ([("a", "1"), ("a", "2")], "a=1&a=2"),
      ([("q", "'()!")], "q=%27%28%29%21"),
    ] as [([(String, String?)], String)]
  )
  func encodesForms(items: [(String, String?)], expected: String) async throws {
    let body = RequestBody.form(items.map { URLQueryItem(name: $0.0, value: $0.1) })
    #expect(String(decoding: try await content(body), as: UTF8.self) == expected)
    #expect(body.contentType == "application/x-www-form-urlencoded")
    #expect(body.length == expected.utf8.count)
    #expect(body.isReplayable)
  }

  private struct Login: Encodable {
    let password = "hunter2"
    func encode(to encoder: any Encoder) {}
  }

  @Test("reports the position of a JSON encoding error without quoting values")
  func refusesJSON() throws {
    let error = #expect(throws: NetworkError.self) { try RequestBody.json(["x": [1, Double.infinity]]) }
    guard case .invalidRequest(let reason) = error else {
      Issue.record("expected an invalid request, got \(String(describing: error))")
      return
    }
    #expect(reason.hasPrefix("the body can't be encoded as JSON at x.[1]: "))
    #expect(!reason.hasSuffix("."))
    let other = try #require(#expect(throws: NetworkError.self) { try RequestBody.json(Login()) })
    #expect(other.message.hasPrefix("The request can't be sent: the body can't be encoded as JSON: "))
    #expect(!other.message.contains("hunter2"))
  }

  @Test("returns the length of a file body and reads the file several times")
  func readsFiles() async throws {
    try await withTemporaryFolder { folder in
      // Given: a file larger than a chunk
      let file = folder.appending(path: "content")
      let bytes = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
      try bytes.write(to: file)
      // When: the body is read twice
      let body = try RequestBody.file(file, contentType: "image/png")
      let first = try await content(body)
      let second = try await content(body)
      // Then: the content equals the file both times
      #expect(first == bytes)
      #expect(second == bytes)
      #expect(body.length == bytes.count)
      #expect(body.isReplayable)
      #expect(body.contentType == "image/png")
      #expect(body.bytes == nil)
    }
  }

  @Test("rejects a file whose length has changed", arguments: [10, 200])
  func noticesChangedFiles(newLength: Int) async throws {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "content")
      try Data(repeating: 1, count: 100).write(to: file)
      let body = try RequestBody.file(file)
      try Data(repeating: 1, count: newLength).write(to: file)
      await #expect(
        throws: NetworkError.fileFailure(
          path: file.path,
          reason: "its length changed after the request was made"
        )
      ) { try await content(body) }
    }
  }

  @Test("reports the reason if a body's file is missing or isn't a regular file")
  func refusesFiles() async throws {
    try await withTemporaryFolder { folder in
      let missing = folder.appending(path: "missing")
      #expect(throws: NetworkError.fileFailure(path: missing.path, reason: "No such file or directory")) {
        try RequestBody.file(missing)
      }
      let error = #expect(throws: NetworkError.self) { try RequestBody.file(folder) }
      guard case .fileFailure(_, "it isn't a regular file") = error else {
        Issue.record("expected a refused folder, got \(String(describing: error))")
        return
      }
    }
  }

  @Test("reads a body from a sequence only once, unless the sequence can be recreated")
  func knowsOneShots() async throws {
    let chunks = ["a", "", "b"].map { Data($0.utf8) }
    let once = RequestBody.stream(
      AsyncStream { continuation in
        for chunk in chunks { continuation.yield(chunk) }
        continuation.finish()
      }
    )
    #expect(!once.isReplayable)
    #expect(once.length == nil)
    #expect(try await content(once) == Data("ab".utf8))
    await #expect(
      throws: NetworkError.invalidRequest(reason: "its body can be read only once, and has been read already")
    ) {
      try await content(once)
    }
    let again = RequestBody.stream(length: 2) {
      AsyncStream { continuation in
        for chunk in chunks { continuation.yield(chunk) }
        continuation.finish()
      }
    }
    #expect(again.isReplayable)
    #expect(again.length == 2)
    for _ in 0..<2 { #expect(try await content(again) == Data("ab".utf8)) }
  }

  @Test("collects body content only up to the limit")
  func limitsCollecting() async throws {
    let body = RequestBody(bytes: Data("12345".utf8), contentType: nil)
    #expect(try await body.collect(upTo: 5).count == 5)
    await #expect(throws: NetworkError.bodyTooLarge(limit: 4)) { try await body.collect(upTo: 4) }
    let stream = RequestBody.stream(AsyncStream { Optional(Data(repeating: 0, count: 100)) })
    await #expect(throws: NetworkError.bodyTooLarge(limit: 1_000)) { try await stream.collect(upTo: 1_000) }
  }

  @Test("rejects a body if the request's method doesn't allow a body", arguments: ["GET", "HEAD", "TRACE", "CONNECT"])
  func refusesContent(method: String) throws {
    let request = HTTPRequest(
      method: try #require(HTTPMethod(method)),
      url: .test("http://host/"),
      body: RequestBody(bytes: Data(), contentType: nil)
    )
    #expect(throws: NetworkError.invalidRequest(reason: "a \(method) request has no content; send it with POST")) {
      try request.validate()
    }
  }
}

func withTemporaryFolder<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appending(path: "networking-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try await body(folder)
}
