import Foundation
import LoopbackServer
import Testing

@testable import Networking

@Suite("HTTP cache with a real server")
struct HTTPCacheServerTests {
  private let time = ManualTime()

  private func ask(
    _ server: LoopbackServer,
    _ path: String,
    _ cache: HTTPCache,
    _ transport: any Transport,
    headers: HTTPFields = [:]
  ) async throws -> (HTTPResponse, Data) {
    let url = try #require(URL(string: path, relativeTo: server.url)?.absoluteURL)
    let response = try await transport.wrapped(in: [cache]).send(HTTPRequest(url: url, headers: headers))
    return (response, try await response.body.collect(upTo: 8 << 20))
  }

  @Test("revalidates a stored response with its entity tag and returns it")
  func confirms() async throws {
    // Given: a server whose document has an entity tag but no Date field, because the cache uses another clock
    var configuration = LoopbackServer.Configuration()
    configuration.sendsDate = false
    let server = try LoopbackServer(configuration: configuration) { request in
      if request.headers["If-None-Match"] == "\"v1\"" {
        return ServerResponse.status(304).header("ETag", "\"v1\"").header("Cache-Control", "max-age=60")
      }
      return ServerResponse.text("content").header("ETag", "\"v1\"").header("Cache-Control", "max-age=60")
    }
    defer { server.stop() }
    let transport = try SystemTransport.make()
    let folder = try ScratchFolder()
    let cache = HTTPCache(configuration: .init(folder: folder.url), now: { [time] in time.now })
    // When: the document is requested both while it is fresh and while it is stale
    let first = try await ask(server, "/a", cache, transport)
    time.advance(by: 30)
    let second = try await ask(server, "/a", cache, transport)
    time.advance(by: 40)
    let third = try await ask(server, "/a", cache, transport)
    // Then: the server sends the document once and confirms it once
    for (_, body) in [first, second, third] { #expect(body == Data("content".utf8)) }
    let texts = [first, second, third].map { $0.0.context[CacheStatus.self]?.description }
    #expect(texts[0]?.hasPrefix("Networking; fwd=uri-miss; fwd-status=200") == true)
    #expect(texts[1]?.hasPrefix("Networking; hit") == true)
    #expect(texts[2]?.hasPrefix("Networking; fwd=stale; fwd-status=304") == true)
    #expect(third.0.status == .ok)
  }

  @Test("doesn't store a response that the server cuts off", arguments: [false, true])
  func brokenOff(isChunked: Bool) async throws {
    let server = try LoopbackServer { request in
      let answer = ServerResponse.text(String(repeating: "x", count: 100_000)).header("Cache-Control", "max-age=60")
      guard request.path == "/broken" else { return answer }
      return answer.failing(with: isChunked ? .badChunk(.missingLastChunk) : .close(at: .insideBody(afterBytes: 5000)))
    }
    defer { server.stop() }
    let transport = try SystemTransport.make()
    let folder = try ScratchFolder()
    let cache = HTTPCache(configuration: .init(folder: folder.url))
    await #expect(throws: NetworkError.self) { try await ask(server, "/broken", cache, transport) }
    _ = try await ask(server, "/whole", cache, transport)
    #expect(cache.statistics.entries == 1)
  }

  @Test("streams a large document to disk and later serves it from disk")
  func largeDocument() async throws {
    let content = CacheScene.content(of: "large", 3_000_000)
    let server = try LoopbackServer { _ in
      ServerResponse(body: .bytes(content)).header("Cache-Control", "max-age=86400")
    }
    let transport = try SystemTransport.make()
    let folder = try ScratchFolder()
    let first = try await ask(server, "/a", HTTPCache(configuration: .init(folder: folder.url)), transport)
    #expect(first.1 == content)
    // And: a later process can read the document without the server
    server.stop()
    let cache = HTTPCache(configuration: .init(folder: folder.url))
    let second = try await ask(server, "/a", cache, transport)
    #expect(second.1 == content)
    #expect(second.0.context[CacheStatus.self]?.isHit == true)
    #expect(cache.statistics.memoryBytes == 0)
  }

  @Test("serves a stale response while the server is unreachable only if the policy permits it")
  func serverGone() async throws {
    let server = try LoopbackServer { _ in
      ServerResponse.text("content").header("ETag", "\"v1\"").header("Cache-Control", "max-age=1, must-revalidate")
    }
    let transport = try SystemTransport.make()
    let cache = HTTPCache(now: { [time] in Date.now + time.now.timeIntervalSince(ManualTime.start) })
    _ = try await ask(server, "/a", cache, transport)
    let url = try #require(URL(string: "/a", relativeTo: server.url)?.absoluteURL)
    server.stop()
    time.advance(by: 100)
    var request = HTTPRequest(url: url)
    await #expect(throws: NetworkError.self) { try await transport.wrapped(in: [cache]).send(request) }
    request.context[CachePolicy.self] = .standard.staleIfUnavailable()
    let response = try await transport.wrapped(in: [cache]).send(request)
    #expect(try await response.body.collect(upTo: 100) == Data("content".utf8))
    let status = try #require(response.context[CacheStatus.self])
    #expect(status.isStale)
    #expect(status.failure != nil)
    #expect((status.age ?? .zero) >= .seconds(100))
  }
}
