import Foundation
import NetworkingTesting
import Testing

@testable import Networking

@Suite("Cache storage")
struct CacheStorageTests {
  @Test("keeps cache entries across restarts")
  func restart() async throws {
    // Given: a response that one cache has stored
    let first = try CacheScene()
    let stored = try await first.get("/a")
    #expect(stored.status.isStored)
    #expect(!stored.status.isHit)
    // When: another cache uses the same directory
    let second = try CacheScene(folder: first.folder)
    let found = try await second.get("/a")
    // Then: the other cache finds the response
    #expect(found.body == stored.body)
    #expect(found.status.isHit)
    #expect(second.transport.requests.isEmpty)
  }

  @Test("makes the parent directory's owner the owner of files that root creates", .enabled(if: geteuid() == 0))
  func owner() async throws {
    // Given: a directory that belongs to another user
    let folder = try ScratchFolder()
    let owner = 65_534
    #expect(chown(folder.url.path, uid_t(owner), gid_t(owner)) == 0)
    // When: root stores an entry in a new subdirectory
    let scene = try CacheScene(folder: folder) { configuration in
      configuration.folder = folder.url.appending(path: "made/cache")
    }
    try await scene.get("/a")
    // Then: all new files belong to that user
    let enumerator = try #require(FileManager.default.enumerator(atPath: folder.url.path))
    let names = enumerator.compactMap { $0 as? String }
    #expect(names.count == 3)
    for name in names {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.url.appending(path: name).path)
      #expect(attributes[.ownerAccountID] as? Int == owner, "\(name)")
      #expect(attributes[.groupOwnerAccountID] as? Int == owner, "\(name)")
    }
  }

  @Test("evicts the least recently used entry at the limit")
  func sizeLimit() async throws {
    let scene = try CacheScene { $0.sizeLimit = 20_000 }
    // When: more responses are stored than fit, while one response is used continuously
    for number in 0..<500 {
      try await scene.get("/\(number)")
      scene.time.advance(by: 1)
      try await scene.get("/0")
      if number % 50 == 0 { #expect(scene.bytesOnDisk <= 20_000) }
    }
    // Then: the limit is respected, and the continuously used response and the latest responses remain
    let statistics = scene.cache.statistics
    #expect(statistics.bytes <= 20_000)
    #expect(statistics.bytes == scene.bytesOnDisk)
    #expect(statistics.entries == scene.fileNames.count)
    #expect(statistics.evictions == 500 - statistics.entries)
    #expect(scene.transport.requests.filter { $0.url.path == "/0" }.count == 1)
    for number in [0, 499, 498, 480] { #expect(await scene.has("/\(number)")) }
    #expect(await !scene.has("/1"))
  }

  @Test("applies the same limit and eviction order to a cache without a directory")
  func memoryLimit() async throws {
    let scene = try CacheScene { configuration in
      configuration.folder = nil
      configuration.sizeLimit = 20_000
    }
    for number in 0..<500 {
      try await scene.get("/\(number)")
      try await scene.get("/0")
    }
    let statistics = scene.cache.statistics
    #expect(statistics.bytes <= 20_000)
    #expect(statistics.entries > 50)
    #expect(await scene.has("/0"))
    #expect(await scene.has("/499"))
    #expect(await !scene.has("/1"))
    #expect(scene.fileNames.isEmpty)
  }

  @Test("keeps the order of last use across restarts")
  func orderAcrossRestarts() async throws {
    // Given: several responses, with the first response used most recently
    let first = try CacheScene { $0.sizeLimit = 20_000 }
    for number in 0..<40 {
      try await first.get("/\(number)")
      first.time.advance(by: 10)
    }
    first.time.advance(by: 100)
    try await first.get("/0")
    // When: another process needs as much space as half of the responses occupy
    let second = try CacheScene(folder: first.folder) { $0.sizeLimit = 20_000 }
    second.time.advance(by: 700)
    let before = second.cache.statistics.entries
    for number in 100..<120 { try await second.get("/\(number)") }
    // Then: the least recently used responses have been removed
    #expect(before == 40)
    #expect(await second.has("/0"))
    #expect(await !second.has("/1"))
    #expect(second.bytesOnDisk <= 20_000)
  }

  @Test("keeps pinned entries, even across restarts")
  func pinned() async throws {
    let first = try CacheScene { $0.sizeLimit = 10_000 }
    try await first.get("/pinned", policy: .forever.pinned())
    for number in 0..<100 { try await first.get("/\(number)") }
    #expect(await first.has("/pinned"))
    let second = try CacheScene(folder: first.folder) { $0.sizeLimit = 10_000 }
    for number in 100..<200 { try await second.get("/\(number)") }
    #expect(await second.has("/pinned"))
    // And: pinned entries don't exceed the limit either
    for number in 0..<100 { try await second.get("/pinned/\(number)", policy: .forever.pinned()) }
    #expect(second.bytesOnDisk <= 10_000)
    // And: clearing the cache can keep the pinned entries or remove them together with all other entries
    second.cache.clear(.unpinned)
    #expect(await second.has("/pinned"))
    #expect(await !second.has("/199"))
    second.cache.clear()
    #expect(second.fileNames.isEmpty)
    #expect(second.cache.statistics.entries == 0)
    // And: clearing the cache can remove only the pinned entries
    try await second.get("/pinned", policy: .forever.pinned())
    try await second.get("/200")
    second.cache.clear(.pinned)
    #expect(await second.has("/200"))
    #expect(await !second.has("/pinned"))
  }

  @Test("keeps an entry pinned when it is revalidated or stored again without a pin")
  func pinnedStays() async throws {
    let scene = try CacheScene()
    try await scene.get("/a", policy: .standard.pinned())
    try await scene.get("/a", policy: .refresh)
    #expect(scene.fileNames.count == 1)
    #expect(scene.fileNames.allSatisfy { $0.hasSuffix("-6.entry") })
    // And: a pinned response replaces the entry that was stored without a pin
    try await scene.get("/b")
    try await scene.get("/b", policy: .refresh.pinned())
    #expect(scene.cache.statistics.entries == 2)
  }

  @Test("limits the memory for entries while keeping all entries on disk")
  func memoryTier() async throws {
    let scene = try CacheScene { $0.memoryLimit = 3000 }
    for number in 0..<50 { try await scene.get("/\(number)") }
    let statistics = scene.cache.statistics
    #expect(statistics.memoryBytes <= 3000)
    #expect(statistics.memoryBytes > 1000)
    #expect(statistics.entries == 50)
    for number in 0..<50 { #expect(await scene.has("/\(number)")) }
  }

  @Test("doesn't store a response larger than the entry limit", arguments: [true, false])
  func entryLimit(isOnDisk: Bool) async throws {
    let scene = try CacheScene(
      configure: { configuration in
        if !isOnDisk { configuration.folder = nil }
        configuration.entrySizeLimit = 1500
      },
      answer: { CacheScene.answer(to: $0, bytes: 2000) }
    )
    let answer = try await scene.get("/a")
    #expect(answer.body.count == 2000)
    #expect(!answer.status.isStored)
    #expect(await !scene.has("/a"))
    #expect(scene.fileNames.isEmpty)
  }

  @Test("limits the number of variants per URL and replaces the least recently used variant")
  func variants() async throws {
    let scene = try CacheScene(answer: { request in
      var response = CacheScene.answer(to: request, bytes: 10)
      response.headers["Vary"] = "Foo"
      return response
    })
    for number in 0..<20 { try await scene.get("/a", headers: ["Foo": "\(number)"]) }
    #expect(scene.fileNames.count == EntryName.evictableSlots.count)
    #expect(try await scene.get("/a", headers: ["Foo": "19"]).status.isHit)
    let other = try await scene.get("/a", headers: ["Foo": "1"]).status
    #expect(other.forward == .varyMiss)
  }

  @Test("removes all entries for a URL")
  func remove() async throws {
    let scene = try CacheScene()
    try await scene.get("/a")
    try await scene.get("/b")
    scene.cache.remove(.test("http://HOST:80/a#x"))
    #expect(await !scene.has("/a"))
    #expect(await scene.has("/b"))
  }

  @Test("writes files that only the owner can read, without URLs or credentials in their names")
  func privacy() async throws {
    // Given: a response to a request that contains a secret in every part
    let scene = try CacheScene(answer: { request in
      var response = CacheScene.answer(to: request, bytes: 10)
      response.headers["Set-Cookie"] = "session=secret-cookie"
      response.headers["Vary"] = "X-Api-Key"
      return response
    })
    try await scene.get(
      "/path-secret?key=query-secret",
      headers: ["Authorization": "Bearer secret-token", "Cookie": "a=secret-crumb", "X-Api-Key": "secret-key"]
    )
    // Then: no secret is stored on disk
    let folder = CacheScene.cacheFolder(scene.folder)
    let name = try #require(scene.fileNames.first)
    let file = folder.appending(path: name)
    #expect(!name.contains("host"))
    #expect(!name.contains("secret"))
    let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    for word in ["secret", "host", "Bearer"] { #expect(!text.contains(word)) }
    #expect(text.contains("max-age=600"))
    // And: other users can't access the files
    let manager = FileManager.default
    let fileMode = try manager.attributesOfItem(atPath: file.path(percentEncoded: false))[.posixPermissions] as? Int
    let folderMode = try manager.attributesOfItem(atPath: folder.path(percentEncoded: false))[.posixPermissions] as? Int
    #expect(fileMode == 0o600)
    #expect(folderMode == 0o700)
  }

  @Test("leaves other files in the directory unchanged")
  func otherFiles() async throws {
    let scene = try CacheScene { $0.sizeLimit = 5000 }
    try await scene.get("/a")
    let other = CacheScene.cacheFolder(scene.folder).appending(path: "notes.txt")
    try Data(repeating: 0, count: 100_000).write(to: other)
    for number in 0..<50 { try await scene.get("/\(number)") }
    #expect(scene.cache.statistics.bytes <= 5000)
    scene.cache.clear()
    #expect(scene.fileNames == ["notes.txt"])
  }

  @Test("stores cookies in memory, and on disk if configured", arguments: [true, false], [true, false])
  func cookies(isConfigured: Bool, inMemory: Bool) async throws {
    let scene = try CacheScene(
      configure: {
        $0.storesCookies = isConfigured
        if inMemory { $0.folder = nil }
      },
      answer: { request in
        var response = CacheScene.answer(to: request, bytes: 10)
        response.headers["Set-Cookie"] = "a=b"
        return response
      }
    )
    try await scene.get("/a")
    let isStored = isConfigured || inMemory
    #expect(try await scene.get("/a").response.headers["Set-Cookie"] == (isStored ? "a=b" : nil))
  }
}
