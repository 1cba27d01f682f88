import Foundation
import NetworkingTesting
import Testing

@testable import Networking

@Suite("Range requests served from the cache")
struct HTTPCachePartTests {
  /// The sizes of content in memory, in a file that is read at once, and in a file that is read in chunks.
  private static let sizes = [10, 1_000, 300_000]
  private static let tag = "\"v1\""
  private static let modified = "Sun, 06 Nov 1994 08:49:37 GMT"

  /// Creates a service with complete content and the header fields that ranges require.
  private static func scene(_ size: Int, inMemory: Bool = false, lifetime: Int = 600) throws -> CacheScene {
    try CacheScene(
      configure: { if inMemory { $0.folder = nil } },
      answer: { request in
        guard !request.headers.contains("If-None-Match") else {
          return HTTPResponse(status: HTTPStatus(code: 304) ?? .ok, headers: ["ETag": tag], url: request.url)
        }
        var response = CacheScene.answer(to: request, bytes: size, control: "max-age=\(lifetime)")
        response.headers[.contentLength] = "\(size)"
        response.headers["ETag"] = tag
        response.headers["Last-Modified"] = modified
        return response
      }
    )
  }

  @Test(
    "serves ranges from complete stored content",
    arguments: [
      ("bytes=0-0", 0..<1), ("bytes=0-4", 0..<5), ("bytes=3-", 3..<10), ("bytes=-2", 8..<10), ("bytes=-99", 0..<10),
      ("bytes=9-9", 9..<10), ("bytes=2-99999999999999999999999", 2..<10), ("BYTES= 1-3", 1..<4), ("bytes=-10", 0..<10),
      ("bytes=0-9223372036854775807", 0..<10), ("bytes=10-", nil), ("bytes=99-100", nil), ("bytes=-0", nil),
    ] as [(String, Range<Int>?)]
  )
  func areCutOut(field: String, bytes: Range<Int>?) async throws {
    // Given: ten stored bytes
    let scene = try Self.scene(10)
    let whole = try await scene.get("/a").body
    // When: a range of the bytes is requested
    let part = try await scene.get("/a", headers: ["Range": field])
    // Then: the range comes from the cache, with the correct header fields
    #expect(scene.transport.requests.count == 1)
    #expect(part.status.isHit)
    guard let bytes else {
      #expect(part.response.status.code == 416)
      #expect(part.body.isEmpty)
      #expect(part.response.headers["Content-Range"] == "bytes */10")
      #expect(part.response.headers[.contentLength] == nil)
      return
    }
    #expect(part.response.status.code == 206)
    #expect(part.body == whole[bytes])
    #expect(part.response.headers["Content-Range"] == "bytes \(bytes.lowerBound)-\(bytes.upperBound - 1)/10")
    #expect(part.response.headers[.contentLength] == "\(bytes.count)")
    #expect(part.response.headers["ETag"] == Self.tag)
  }

  @Test("serves ranges that add up to the whole content, in memory and on disk", arguments: sizes, [true, false])
  func addUp(size: Int, inMemory: Bool) async throws {
    let scene = try Self.scene(size, inMemory: inMemory)
    let whole = try await scene.get("/a").body
    var collected = Data()
    while collected.count < size {
      let end = min(size, collected.count + max(1, size / 3)) - 1
      let part = try await scene.get("/a", headers: ["Range": "bytes=\(collected.count)-\(end)"])
      #expect(part.body.startIndex == 0)
      #expect(part.response.status.code == 206)
      collected.append(part.body)
    }
    #expect(collected == whole)
    #expect(scene.transport.requests.count == 1)
  }

  @Test(
    "forwards a range request if the requested bytes can't be determined from the stored response",
    arguments: [
      "bytes=0-1,4-5", "bytes=", "bytes=-", "bytes=5-2", "bytes=a-b", "bytes=+1-2", "lines=0-1", "bytes", "",
      "bytes=0-1-2", "bytes=1 - 2",
    ]
  )
  func areForwarded(field: String) async throws {
    let scene = try Self.scene(10)
    try await scene.get("/a")
    let answer = try await scene.get("/a", headers: ["Range": field])
    #expect(answer.status.forward == .partial)
    #expect(scene.transport.requests.count == 2)
    #expect(scene.transport.requests.last?.headers["Range"] == field)
  }

  @Test(
    "serves the whole content if If-Range doesn't match the stored version (RFC 9110, section 13.1.5)",
    arguments: [
      ("\"v1\"", true), (modified, true), ("Sunday, 06-Nov-94 08:49:37 GMT", true),
      ("\"v2\"", false), ("W/\"v1\"", false), ("v1", false), ("Sun, 06 Nov 1994 08:49:38 GMT", false), ("", false),
    ]
  )
  func belongToAVersion(condition: String, isPart: Bool) async throws {
    let scene = try Self.scene(10)
    let whole = try await scene.get("/a").body
    let answer = try await scene.get("/a", headers: ["Range": "bytes=2-3", "If-Range": condition])
    #expect(answer.response.status.code == (isPart ? 206 : 200))
    #expect(answer.body == (isPart ? whole[2..<4] : whole))
    #expect(answer.status.isHit)
  }

  @Test("serves a range of a stale response after revalidating it")
  func areConfirmed() async throws {
    let scene = try Self.scene(10)
    let whole = try await scene.get("/a").body
    scene.time.advance(by: 700)
    let part = try await scene.get("/a", headers: ["Range": "bytes=2-3"])
    #expect(part.status.forwardStatus?.code == 304)
    #expect(part.response.status.code == 206)
    #expect(part.body == whole[2..<4])
    // And: the revalidated response is fresh again
    #expect(try await scene.get("/a").status.isHit)
  }

  @Test("forwards range requests for decoded content, or returns the whole content when offline")
  func areNotCutOutOfDecodedContent() async throws {
    // Given: stored content without a length, as if the transport had decoded it
    let scene = try CacheScene()
    let whole = try await scene.get("/a").body
    #expect(try await scene.get("/a", headers: ["Range": "bytes=0-1"]).status.forward == .partial)
    scene.cache.isOffline = true
    let answer = try await scene.get("/a", headers: ["Range": "bytes=0-1"])
    #expect(answer.response.status == .ok)
    #expect(answer.body == whole)
  }

  @Test("parses any Range field without crashing, and never returns a range outside the content")
  func fuzz() {
    var random = SeededGenerator(seed: 206)
    let pieces = ["bytes", "=", "-", "0", "1", "9", "10", "99999999999999999999", ",", " ", "+", "é", "\t", "*", "/"]
    var found = 0
    var wrong: [String] = []
    for _ in 0..<LongTests.inputs {
      let field =
        (Bool.random(using: &random) ? "bytes=" : "")
        + (0..<Int.random(in: 0...4, using: &random)).map { _ in
          pieces[Int.random(in: 0..<pieces.count, using: &random)]
        }.joined()
      guard let range = RangeRequest(field) else { continue }
      found += 1
      for length in [0, 1, 10, Int.max] {
        guard let bytes = range.bounds(in: length) else { continue }
        if bytes.isEmpty || bytes.lowerBound < 0 || bytes.upperBound > length { wrong.append(field) }
      }
    }
    #expect(wrong.isEmpty)
    #expect(found > LongTests.inputs / 200)
  }
}
