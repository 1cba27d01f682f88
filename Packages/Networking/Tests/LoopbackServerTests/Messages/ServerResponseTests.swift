import Foundation
import Testing

@testable import LoopbackServer

@Suite("Server responses")
struct ServerResponseTests {
  private struct Unencodable: Encodable {
    func encode(to encoder: any Encoder) throws {
      throw EncodingError.invalidValue(1, .init(codingPath: [], debugDescription: "never"))
    }
  }

  private func text(of response: ServerResponse) -> String? {
    guard case .bytes(let data) = response.body else { return nil }
    return String(decoding: data, as: UTF8.self)
  }

  @Test("sets the status, content type and body in factory methods")
  func helpers() {
    #expect(text(of: .json(["a": 1])) == "{\"a\":1}")
    #expect(ServerResponse.json(["a": 1], status: 201).status == 201)
    #expect(ServerResponse.json(Data("[]".utf8)).headers["content-type"] == "application/json")
    #expect(text(of: .json(Data("[]".utf8))) == "[]")
    #expect(text(of: .text("ü", status: 418)) == "ü")
    #expect(ServerResponse.text("ü", status: 418).headers["Content-Type"] == "text/plain; charset=utf-8")
    #expect(ServerResponse.html("<p>").headers["Content-Type"] == "text/html; charset=utf-8")
    #expect(ServerResponse.status(503).status == 503)
    #expect(text(of: .status(503)) == "")
    #expect(ServerResponse.redirect(to: "/x").status == 302)
    #expect(ServerResponse.redirect(to: "/x", status: 308).headers["Location"] == "/x")
    #expect(ServerResponse.text("").delayed(by: .seconds(1)).delay == .seconds(1))
    #expect(ServerResponse.text("").failing(with: .neverAnswer).fault == .stall(at: .beforeHead))
  }

  @Test("responds with 500 if a value can't be encoded")
  func unencodable() {
    let response = ServerResponse.json(Unencodable())
    #expect(response.status == 500)
    #expect(text(of: response)?.contains("could not be encoded") == true)
  }

  @Test(
    "derives the content type from the file name extension",
    arguments: [
      ("a.json", "application/json"), ("/x/b.PNG", "image/png"), ("photo.jpeg", "image/jpeg"),
      ("page.html", "text/html; charset=utf-8"), ("noextension", "application/octet-stream"),
    ]
  )
  func contentTypes(path: String, type: String) {
    #expect(ServerResponse.file(path).headers["Content-Type"] == type)
    #expect(ServerResponse.file(path, contentType: "a/b").headers["Content-Type"] == "a/b")
  }

  @Test(
    "resolves a Range field to the whole body, part of the body, or an unsatisfiable range",
    arguments: [
      ("bytes=0-4", .part(0..<5)), ("bytes=5-", .part(5..<10)), ("bytes=-3", .part(7..<10)),
      ("bytes=-30", .part(0..<10)),
      ("bytes=9-9", .part(9..<10)), ("bytes=0-99", .part(0..<10)), ("Bytes = 1-2", .whole), ("BYTES=1-2", .part(1..<3)),
      ("bytes=10-", .unsatisfiable), ("bytes=10-20", .unsatisfiable), ("bytes=-0", .unsatisfiable),
      ("bytes=99999999999999999999-", .unsatisfiable), ("bytes=0-99999999999999999999", .part(0..<10)),
      ("bytes=5-4", .whole), ("bytes=a-b", .whole), ("bytes=-", .whole), ("bytes=", .whole), ("", .whole),
      ("lines=0-4", .whole), ("bytes=0-1,3-4", .whole), ("bytes=0-1-2", .whole), ("bytes= 0-1", .part(0..<2)),
      ("bytes=+1-2", .whole), ("0-4", .whole),
    ] as [(String, ByteRange)]
  )
  func ranges(field: String, expected: ByteRange) {
    #expect(ByteRange(field: field, size: 10) == expected)
  }

  @Test("treats every range of an empty body as unsatisfiable", arguments: ["bytes=0-", "bytes=-5", "bytes=0-0"])
  func rangesOfNothing(field: String) {
    #expect(ByteRange(field: field, size: 0) == .unsatisfiable)
  }

  @Test("serves byte ranges from memory and from files", arguments: [true, false])
  func partialContent(asFile: Bool) throws {
    // Given: a body of ten bytes, in memory or in a file
    let folder = try TemporaryFolder()
    let path = try folder.write("digits.txt", "0123456789")
    let server = try LoopbackServer { request in
      var response: ServerResponse = asFile ? .file(path) : .text("0123456789")
      response.headers["ETag"] = "\"v1\""
      response.servesRanges = request.path != "/plain"
      if request.path == "/error" { response.status = 404 }
      return response
    }
    defer { server.stop() }
    let client = try server.client()
    func ask(_ line: String, _ fields: String) -> RawResponse? {
      client.send("\(line) HTTP/1.1\r\nHost: h\r\n\(fields)\r\n\r\n")
      return client.readResponse(toHead: line.hasPrefix("HEAD"))
    }
    // When: a range is requested
    let part = ask("GET /", "Range: bytes=2-4")
    // Then: the response is a 206 with that range
    #expect(part?.status == 206)
    #expect(part?.text == "234")
    #expect(part?["Content-Range"] == "bytes 2-4/10")
    #expect(part?["Content-Length"] == "3")
    #expect(part?["ETag"] == "\"v1\"")
    // And: a conditional range request returns the range only if the condition holds
    #expect(ask("GET /", "Range: bytes=-1\r\nIf-Range: \"v1\"")?.text == "9")
    #expect(ask("GET /", "Range: bytes=-1\r\nIf-Range: \"v0\"")?.text == "0123456789")
    #expect(ask("GET /", "Range: bytes=-1\r\nIf-Range: W/\"v1\"")?.status == 200)
    // And: a range outside the body results in a 416
    let outside = ask("GET /", "Range: bytes=10-")
    #expect(outside?.status == 416)
    #expect(outside?["Content-Range"] == "bytes */10")
    #expect(outside?.text == "")
    // And: any other Range field returns the whole body
    #expect(ask("GET /", "Range: bytes=x")?.status == 200)
    #expect(ask("POST /", "Range: bytes=0-1")?.text == "0123456789")
    #expect(ask("HEAD /", "Range: bytes=0-1")?["Content-Length"] == "10")
    #expect(ask("GET /plain", "Range: bytes=0-1")?.text == "0123456789")
    #expect(ask("GET /error", "Range: bytes=0-1")?.status == 404)
  }

  @Test("sends a large file completely")
  func largeFile() throws {
    let folder = try TemporaryFolder()
    let content = String(repeating: "0123456789", count: 100_000)
    let path = try folder.write("large.bin", content)
    let server = try LoopbackServer { _ in .file(path) }
    defer { server.stop() }
    let client = try server.client()
    client.get("/")
    let response = try #require(client.readResponse())
    #expect(response.text == content)
    #expect(response["Accept-Ranges"] == "bytes")
  }

  @Test(
    "responds with 404 unless the path refers to a regular file",
    arguments: ["missing.txt", "missing/x.txt", "", "digits.txt/x"]
  )
  func missingFiles(name: String) throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("digits.txt", "0123456789")
    let path = folder.path + "/" + name
    let server = try LoopbackServer { _ in .file(path) }
    defer { server.stop() }
    let client = try server.client()
    client.get("/")
    #expect(client.readResponse()?.status == 404)
  }
}
