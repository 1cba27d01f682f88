import Foundation
import NetworkingTesting
import Testing

@testable import Networking

@Suite("Caches that share a directory")
struct CacheSharingTests {
  @Test("finds entries that another cache in the same directory stored, replaced or removed")
  func seeEachOther() async throws {
    // Given: two processes that share a directory
    let first = try CacheScene()
    let counter = Counter()
    let second = try CacheScene(folder: first.folder) { _ in
    } answer: { request in
      HTTPResponse(
        status: .ok,
        headers: ["Cache-Control": "max-age=600"],
        url: request.url,
        body: ResponseBody(bytes: Data("new \(counter.next())".utf8))
      )
    }
    // When: the first process stores a response
    let stored = try await first.get("/a").body
    // Then: the second process can use the response
    #expect(try await second.get("/a").body == stored)
    // And: when the second process replaces the response, the first process sees the change within a second
    second.time.advance(by: 10)
    try await second.get("/a", policy: .refresh)
    first.time.advance(by: 2)
    #expect(try await first.get("/a").body == Data("new 1".utf8))
    // And: when the second process removes the response, the first process no longer finds it
    second.cache.remove(.test("http://host/a"))
    first.time.advance(by: 2)
    #expect(await !first.has("/a"))
    #expect(first.cache.statistics.entries == 0)
  }

  @Test("enforces one size limit for all caches in a directory")
  func limit() async throws {
    let limit = 40_000
    let first = try CacheScene { $0.sizeLimit = limit }
    let second = try CacheScene(folder: first.folder) { $0.sizeLimit = limit }
    for number in 0..<120 {
      try await first.get("/first/\(number)")
      try await second.get("/second/\(number)")
      if number % 20 == 19 { #expect(first.bytesOnDisk <= limit + limit / 16) }
    }
    #expect(first.cache.statistics.entries == second.cache.statistics.entries)
  }

  @Test("doesn't evict an entry that another process has just used")
  func othersUse() async throws {
    // Given: two processes that know the same entries
    let first = try CacheScene { $0.sizeLimit = 20_000 }
    for number in 0..<30 { try await first.get("/\(number)") }
    let second = try CacheScene(folder: first.folder) { $0.sizeLimit = 20_000 }
    #expect(second.cache.statistics.entries == 30)
    // When: one process uses the oldest entry, and the other process needs room
    second.time.advance(by: 120)
    try await second.get("/0")
    for number in 100..<130 { try await first.get("/\(number)") }
    // Then: the recently used entry remains, and the next oldest entry is removed
    let third = try CacheScene(folder: first.folder)
    #expect(await third.has("/0"))
    #expect(await !third.has("/1"))
  }

  @Test("never returns a wrong response during concurrent operations")
  func stress() async throws {
    let folder = try ScratchFolder()
    let scenes = try (0..<2).map { number in
      try CacheScene(
        folder: folder,
        configure: { configuration in
          configuration.sizeLimit = 600_000
          configuration.memoryLimit = number * 20_000
        },
        answer: { request in
          let size = request.url.path.hasSuffix("0") ? DiskTier.wholeReadLimit / 4 : 200
          return CacheScene.answer(to: request, bytes: size)
        }
      )
    }
    try await withThrowingTaskGroup(of: Int.self) { group in
      for task in 0..<8 {
        group.addTask {
          let scene = scenes[task % 2]
          var generator = SeededGenerator(seed: UInt64(task))
          var wrong = 0
          for _ in 0..<LongTests.rounds(byDay: 50, byNight: 1_500) {
            let path = "/\(Int.random(in: 0..<25, using: &generator))"
            switch Int.random(in: 0..<20, using: &generator) {
            case 0: scene.cache.remove(.test("http://host\(path)"))
            case 1: scene.cache.clear()
            case 2: scene.time.advance(by: 2)
            default:
              let policy: CachePolicy? = Bool.random(using: &generator) ? .refresh : nil
              let body = try await scene.get(path, policy: policy).body
              if body != CacheScene.content(of: path, body.count) || body.count < 200 { wrong += 1 }
            }
          }
          return wrong
        }
      }
      for try await wrong in group { #expect(wrong == 0) }
    }
    for scene in scenes {
      let statistics = scene.cache.statistics
      #expect(statistics.damagedEntries == 0)
      #expect(statistics.lastStorageFailure == nil)
    }
    #expect(scenes[0].fileNames.allSatisfy { $0.hasSuffix(".entry") })
  }
}

/// A thread-safe counter; `@unchecked Sendable`, because `lock` protects `count`.
final class Counter: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0

  func next() -> Int {
    lock.withLock {
      count += 1
      return count
    }
  }
}
