import Foundation
import NetworkingTesting
import Testing

@testable import Networking

@Suite("Cache resizing")
struct CacheResizingTests {
  /// Stores a hundred responses of about 300 bytes; the first was used most recently.
  private func filled(onDisk: Bool = true) async throws -> CacheScene {
    let scene = try CacheScene { configuration in
      configuration.sizeLimit = 1_000_000
      if !onDisk { configuration.folder = nil }
    }
    for number in 0..<100 {
      try await scene.get("/\(number)")
      scene.time.advance(by: 1)
    }
    try await scene.get("/0")
    return scene
  }

  @Test("removes the least recently used entries immediately when the limit is lowered", arguments: [true, false])
  func lowered(onDisk: Bool) async throws {
    let scene = try await filled(onDisk: onDisk)
    let before = scene.cache.statistics
    // When
    scene.cache.setSizeLimit(10_000)
    // Then
    let after = scene.cache.statistics
    #expect(scene.cache.sizeLimit == 10_000)
    #expect(before.entries == 100)
    #expect(before.bytes > 20_000)
    #expect(after.bytes <= 10_000)
    #expect(after.bytes > 9_000)
    #expect(after.memoryBytes <= 10_000)
    #expect(after.evictions == 100 - after.entries)
    #expect(scene.bytesOnDisk == (onDisk ? after.bytes : 0))
    #expect(await scene.has("/0"))
    #expect(await scene.has("/99"))
    #expect(await !scene.has("/1"))
    // And: the new limit applies to later responses
    for number in 200..<250 { try await scene.get("/\(number)") }
    #expect(scene.cache.statistics.bytes <= 10_000)
    #expect(await scene.has("/249"))
  }

  @Test("lets other tasks use the cache while files are removed", arguments: [true, false])
  func removesWithoutLock(byResizing: Bool) async throws {
    // Given: a cache that another thread uses before each removal of a file
    let folder = try ScratchFolder()
    let cache = Locked<HTTPCache?>(nil)
    let uses = Locked(0)
    let files = FaultyFiles(folder: folder, end: .death, after: .max) {
      guard let cache = cache.withLock({ $0 }) else { return }
      let isUsed = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        _ = cache.sizeLimit
        isUsed.signal()
      }
      isUsed.wait()
      uses.withLock { $0 += 1 }
    }
    let scene = try CacheScene(folder: folder, files: files)
    for number in 0..<3 { try await scene.get("/\(number)") }
    cache.withLock { $0 = scene.cache }
    // When
    if byResizing { scene.cache.setSizeLimit(0) } else { scene.cache.clear() }
    cache.withLock { $0 = nil }
    // Then
    #expect(uses.withLock { $0 } == 3)
    #expect(scene.fileNames.isEmpty)
  }

  @Test("keeps all entries and stores more entries when the limit is raised")
  func raised() async throws {
    let scene = try CacheScene { $0.sizeLimit = 10_000 }
    for number in 0..<100 { try await scene.get("/\(number)") }
    let before = scene.cache.statistics
    // When
    scene.cache.setSizeLimit(1_000_000)
    for number in 100..<200 { try await scene.get("/\(number)") }
    // Then
    let after = scene.cache.statistics
    #expect(after.entries == before.entries + 100)
    #expect(after.evictions == before.evictions)
  }

  @Test("counts entries from earlier processes toward the limit")
  func stored() async throws {
    // Given: a directory that another process has filled and that this process hasn't scanned
    let earlier = try await filled()
    let scene = try CacheScene(folder: earlier.folder) { $0.sizeLimit = 1_000_000 }
    // When
    scene.cache.setSizeLimit(10_000)
    // Then
    #expect(scene.bytesOnDisk <= 10_000)
    #expect(scene.bytesOnDisk > 9_000)
  }

  @Test("removes pinned entries last, starting with the least recently used entry")
  func pinned() async throws {
    let scene = try CacheScene { configuration in
      configuration.sizeLimit = 1_000_000
      configuration.entrySizeLimit = 1_000
    }
    for number in 0..<20 {
      try await scene.get("/pinned/\(number)", policy: .forever.pinned())
      try await scene.get("/\(number)")
      scene.time.advance(by: 1)
    }
    let size = scene.cache.statistics.bytes / 40
    // When: the limit leaves room for all pinned entries
    scene.cache.setSizeLimit(size * 22)
    // Then: all pinned entries and the newest unpinned entries remain
    for number in 0..<20 { #expect(await scene.has("/pinned/\(number)")) }
    #expect(await scene.has("/19"))
    #expect(await !scene.has("/0"))
    // When: the limit leaves less room, and the first pinned entry was used most recently
    #expect(await scene.has("/pinned/0"))
    scene.cache.setSizeLimit(size * 5)
    // Then: the limit applies to pinned entries, too
    #expect(scene.bytesOnDisk <= size * 5)
    #expect(await scene.has("/pinned/0"))
    #expect(await !scene.has("/pinned/1"))
    // And: there is room for a new response again
    scene.cache.setSizeLimit(size * 6)
    try await scene.get("/new")
    #expect(await scene.has("/new"))
  }

  @Test("stores responses up to an eighth of the new limit, unless an entry limit is configured")
  func entries() async throws {
    func scene(_ configure: (inout HTTPCache.Configuration) -> Void) throws -> CacheScene {
      try CacheScene(configure: configure) { CacheScene.answer(to: $0, bytes: 3_000) }
    }
    let usual = try scene { $0.sizeLimit = 16_000 }
    try await usual.get("/a")
    #expect(await !usual.has("/a"))
    usual.cache.setSizeLimit(80_000)
    try await usual.get("/a")
    #expect(await usual.has("/a"))
    // And: larger entries are removed in order of last use, like all other entries
    usual.cache.setSizeLimit(16_000)
    #expect(await usual.has("/a"))
    try await usual.get("/b")
    #expect(await !usual.has("/b"))

    let told = try scene { configuration in
      configuration.sizeLimit = 16_000
      configuration.entrySizeLimit = 1_500
    }
    told.cache.setSizeLimit(80_000)
    try await told.get("/a")
    #expect(await !told.has("/a"))
  }

  @Test("discards a response that no longer fits while it is being stored")
  func meanwhile() async throws {
    // Given: a response that has been partly read
    let scene = try CacheScene(
      configure: { $0.sizeLimit = 1_000_000 },
      answer: CacheScene.streaming([2_000, 2_000])
    )
    let request = HTTPRequest(url: .test("http://host/a"))
    let response = try await scene.transport.wrapped(in: [scene.cache]).send(request)
    var body = response.body.makeAsyncIterator()
    let first = try await body.next()
    // When
    scene.cache.setSizeLimit(10_000)
    let second = try await body.next()
    let end = try await body.next()
    // Then: the reader receives all content, but the response isn't stored
    #expect(first?.count == 2_000)
    #expect(second?.count == 2_000)
    #expect(end == nil)
    #expect(scene.bytesOnDisk == 0)
    #expect(scene.cache.statistics.entries == 0)
  }

  @Test("stores no responses if the size limit is 0")
  func nothing() async throws {
    let scene = try await filled()
    scene.cache.setSizeLimit(0)
    try await scene.get("/new")
    #expect(scene.cache.statistics.entries == 0)
    #expect(scene.fileNames.isEmpty)
  }

  @Test("stores a pinned response even if making room for it evicts the unpinned entry that it replaces")
  func pinnedSuccessor() async throws {
    // Given: a full cache, in which all later entries are used while the third is being replaced
    let meanwhile = Locked<(@Sendable () async -> Void)?>(nil)
    let scene = try CacheScene(
      configure: { configuration in
        configuration.folder = nil
        configuration.sizeLimit = 10_000
        configuration.entrySizeLimit = 10_000
      },
      answer: { request in
        let work = meanwhile.withLock { $0 }
        await work?()
        return CacheScene.answer(to: request, bytes: work == nil ? 1_000 : 2_500)
      }
    )
    var count = 0
    while scene.cache.statistics.evictions == 0 {
      try await scene.get("/\(count)")
      count += 1
    }
    meanwhile.withLock { [count] in
      $0 = { for number in 3..<count { #expect(await scene.has("/\(number)")) } }
    }
    // When
    #expect(try await scene.get("/2", policy: .refresh.pinned()).status.isStored)
    meanwhile.withLock { $0 = nil }
    // Then: the response replaced the two oldest entries
    #expect(try await scene.get("/2", policy: .offline).body.count == 2_500)
    #expect(await !scene.has("/1"))
    #expect(await scene.has("/\(count - 1)"))
    #expect(scene.cache.statistics.bytes <= 10_000)
  }
}
