import Foundation
import NetworkingTesting
import Testing

@testable import Networking

@Suite("Cached response content")
struct HTTPCacheContentTests {
  private static let large = DiskTier.wholeReadLimit * 4

  private func send(_ path: String, _ scene: CacheScene) async throws -> HTTPResponse {
    try await scene.transport.wrapped(in: [scene.cache]).send(HTTPRequest(url: .test("http://host\(path)")))
  }

  @Test("stores response content while it is read, using a file for large content", arguments: [true, false])
  func streams(isOnDisk: Bool) async throws {
    // Given: a response that arrives in chunks
    let pieces = Array(repeating: 50_000, count: 20)
    let scene = try CacheScene(
      configure: { if !isOnDisk { $0.folder = nil } },
      answer: CacheScene.streaming(pieces, length: 1_000_000)
    )
    let response = try await send("/a", scene)
    #expect(response.context[CacheStatus.self]?.isStored == true)
    // When: the response is read chunk by chunk
    var iterator = response.body.makeAsyncIterator()
    var read = Data()
    for number in 0..<20 {
      let piece = try #require(try await iterator.next())
      #expect(piece.count == 50_000)
      read.append(piece)
      // Then: content is written to disk immediately, unless it is small
      if isOnDisk, number > 6 { #expect(scene.bytesOnDisk >= read.count) }
      #expect(await !scene.has("/a"))
    }
    #expect(try await iterator.next() == nil)
    // And: the content is stored once it has been read to the end, and is read from its file the next time
    let again = try await send("/a", scene)
    #expect(again.context[CacheStatus.self]?.isHit == true)
    #expect((again.body.bytes == nil) == isOnDisk)
    #expect(try await again.body.collect(upTo: 2_000_000) == read)
    #expect(read == CacheScene.content(of: "/a", 1_000_000))
  }

  @Test(
    "doesn't store content that is cut off or has the wrong length",
    arguments: [[10, 20], [300_000, 300_000]],
    [nil, NetworkError.connectionLost(.inBody, origin: "http://host")]
  )
  func brokenContent(pieces: [Int], failure: NetworkError?) async throws {
    let length = pieces.reduce(0, +) + (failure == nil ? 1 : 0)
    let scene = try CacheScene(answer: CacheScene.streaming(pieces, length: length, failure: failure))
    let response = try await send("/a", scene)
    do throws(NetworkError) {
      _ = try await response.body.collect(upTo: 1 << 20)
      #expect(failure == nil)
    } catch {
      #expect(error == failure)
    }
    #expect(await !scene.has("/a"))
    #expect(scene.fileNames.isEmpty)
  }

  @Test("doesn't store content that isn't read to the end", arguments: [10, 300_000])
  func abandonedContent(size: Int) async throws {
    let scene = try CacheScene(answer: CacheScene.streaming([size, size, size]))
    do {
      let response = try await send("/a", scene)
      var iterator = response.body.makeAsyncIterator()
      for _ in 0..<3 { #expect(try await iterator.next()?.count == size) }
    }
    #expect(await !scene.has("/a"))
    #expect(scene.fileNames.isEmpty)
  }

  @Test("lets a reader finish after its entry is removed")
  func removedWhileRead() async throws {
    let scene = try CacheScene(answer: { CacheScene.answer(to: $0, bytes: Self.large) })
    try await scene.get("/a")
    let response = try await send("/a", scene)
    var iterator = response.body.makeAsyncIterator()
    var read = try #require(try await iterator.next())
    scene.cache.clear()
    while let piece = try await iterator.next() { read.append(piece) }
    #expect(read == CacheScene.content(of: "/a", Self.large))
    #expect(scene.fileNames.isEmpty)
  }

  @Test("keeps large content after revalidation without reading it into memory")
  func confirmsLargeContent() async throws {
    let scene = try CacheScene(answer: { request in
      if request.headers.contains("If-None-Match"), let status = HTTPStatus(code: 304) {
        return HTTPResponse(status: status, headers: ["X-New": "1"], url: request.url)
      }
      var response = CacheScene.answer(to: request, bytes: Self.large)
      response.headers["ETag"] = "\"a\""
      return response
    })
    try await scene.get("/a")
    scene.time.advance(by: 601)
    let confirmed = try await scene.get("/a")
    #expect(confirmed.status.forwardStatus?.code == 304)
    #expect(confirmed.status.isStored)
    #expect(confirmed.body == CacheScene.content(of: "/a", Self.large))
    scene.time.advance(by: 599)
    let found = try await CacheSceneReader(scene).get("/a")
    #expect(found == CacheScene.content(of: "/a", Self.large))
    #expect(scene.cache.statistics.confirmations == 1)
    #expect(scene.cache.statistics.memoryBytes == 0)
  }

}

/// A new cache in a scene's directory.
private struct CacheSceneReader {
  let scene: CacheScene

  init(_ scene: CacheScene) { self.scene = scene }

  func get(_ path: String) async throws -> Data {
    let other = try CacheScene(folder: scene.folder)
    other.time.advance(by: scene.time.now.timeIntervalSince(ManualTime.start))
    return try await other.get(path, policy: .offline).body
  }
}
