import Foundation
import Networking

/// A benchmark of the client and its default middleware, with a transport that responds immediately.
struct OwnCost {
  private static let count = 20_000
  private static let rounds = 5

  private struct InstantTransport: Transport {
    let answer = Data(#"{"id": 7, "title": "A small answer"}"#.utf8)

    func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
      HTTPResponse(
        status: .ok,
        headers: [.contentType: "application/json"],
        url: request.url,
        body: ResponseBody(bytes: answer)
      )
    }
  }

  func run() async throws {
    let transport = InstantTransport()
    let api = try PeerAPI("http://127.0.0.1:1/")
    let request = HTTPRequest(url: api.baseURL.appending(path: "small.json"))
    let bare = try await best { _ = try await transport.send(request).body.collect(upTo: 1 << 20) }
    let chain = transport.wrapped(in: MiddlewareStack.standard.middleware)
    let stacked = try await best { _ = try await chain.send(request).body.collect(upTo: 1 << 20) }
    let plain = APIClient(api: api, transport: transport)
    let typed = try await best { _ = try await plain.send(Small()) }
    let client = APIClient(api: api, transport: transport, stack: .standard)
    let whole = try await best { _ = try await client.send(Small()) }
    let decoder = JSONDecoder()
    let decoding = try await best { _ = try decoder.decode(Small.Response.self, from: transport.answer) }
    print(
      "middleware=\(stacked - bare) client=\(typed - bare) both=\(whole - bare) decoding=\(decoding)"
    )
  }

  /// Returns the duration of a single operation in the best of several rounds, in microseconds.
  private func best(_ body: () async throws -> Void) async throws -> Double {
    var best = Double.infinity
    for _ in 0..<Self.rounds {
      let time = try await seconds { for _ in 0..<Self.count { try await body() } }
      best = min(best, time / Double(Self.count) * 1e6)
    }
    return best
  }
}

/// A benchmark of cache hits: from memory with 64 concurrent tasks, and from disk without a copy in memory.
struct CacheHits {
  private static let tasks = 64
  private static let hits = 10_000
  private static let entries = 200

  private struct Origin: Transport {
    let size: Int

    func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
      HTTPResponse(
        status: .ok,
        headers: [.contentType: "application/octet-stream", "Cache-Control": "max-age=600"],
        url: request.url,
        body: ResponseBody(bytes: Data(repeating: 0x61, count: size))
      )
    }
  }

  func run() async throws {
    let rate = try await fromMemory()
    let microseconds = try await fromDisk()
    print("memory=\(rate) disk=\(microseconds)")
  }

  /// Returns the number of hits per second.
  private func fromMemory() async throws -> Double {
    let cache = HTTPCache()
    let chain = Origin(size: 4 << 10).wrapped(in: [cache])
    let requests = try (0..<Self.tasks).map { HTTPRequest(url: try url($0)) }
    for request in requests { _ = try await chain.send(request).body.collect(upTo: 1 << 20) }
    let time = try await seconds {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for request in requests {
          group.addTask {
            for _ in 0..<Self.hits { _ = try await chain.send(request).body.collect(upTo: 1 << 20) }
          }
        }
        try await group.waitForAll()
      }
    }
    guard cache.statistics.hits == Self.tasks * Self.hits else {
      throw WrongAnswer(description: "not all responses came from the cache")
    }
    return Double(Self.tasks * Self.hits) / time
  }

  /// Returns the duration of a 4 KB hit, in microseconds.
  private func fromDisk() async throws -> Double {
    let folder = FileManager.default.temporaryDirectory.appending(path: "benchmark-cache-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let origin = Origin(size: 4 << 10)
    let filling = origin.wrapped(in: [HTTPCache(configuration: .init(folder: folder))])
    let requests = try (0..<Self.entries).map { HTTPRequest(url: try url($0)) }
    for request in requests { _ = try await filling.send(request).body.collect(upTo: 1 << 20) }
    // With no memory allowed, every hit comes from the disk.
    let cache = HTTPCache(configuration: .init(folder: folder, memoryLimit: 0))
    let chain = origin.wrapped(in: [cache])
    let rounds = 20
    let time = try await seconds {
      for _ in 0..<rounds {
        for request in requests { _ = try await chain.send(request).body.collect(upTo: 1 << 20) }
      }
    }
    guard cache.statistics.hits == rounds * Self.entries else {
      throw WrongAnswer(description: "not all responses came from the cache")
    }
    return time / Double(rounds * Self.entries) * 1e6
  }

  private func url(_ number: Int) throws -> URL { try PeerAPI("http://127.0.0.1:1/entries/\(number)").baseURL }
}
