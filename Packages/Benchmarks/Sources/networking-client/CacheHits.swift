import Foundation
import Networking

/// Answers out of the cache: from memory with 64 tasks at once, and from a disk without a copy in memory.
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

  /// Hits in a second.
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
    guard cache.statistics.hits == Self.tasks * Self.hits else { throw WrongAnswer(description: "not all were hits") }
    return Double(Self.tasks * Self.hits) / time
  }

  /// Microseconds for a hit of 4 KB.
  private func fromDisk() async throws -> Double {
    let folder = FileManager.default.temporaryDirectory.appending(path: "benchmark-cache-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let origin = Origin(size: 4 << 10)
    let filling = origin.wrapped(in: [HTTPCache(configuration: .init(folder: folder))])
    let requests = try (0..<Self.entries).map { HTTPRequest(url: try url($0)) }
    for request in requests { _ = try await filling.send(request).body.collect(upTo: 1 << 20) }
    // A cache that keeps nothing in memory.
    let cache = HTTPCache(configuration: .init(folder: folder, memoryLimit: 0))
    let chain = origin.wrapped(in: [cache])
    let rounds = 20
    let time = try await seconds {
      for _ in 0..<rounds {
        for request in requests { _ = try await chain.send(request).body.collect(upTo: 1 << 20) }
      }
    }
    guard cache.statistics.hits == rounds * Self.entries else { throw WrongAnswer(description: "not all were hits") }
    return time / Double(rounds * Self.entries) * 1e6
  }

  private func url(_ number: Int) throws -> URL { try PeerAPI("http://127.0.0.1:1/entries/\(number)").baseURL }
}
