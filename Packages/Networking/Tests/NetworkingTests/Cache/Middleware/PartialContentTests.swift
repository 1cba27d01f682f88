import Foundation
import NetworkingTesting
import Testing

@testable import Networking

@Suite("Partial responses in the cache")
struct PartialContentTests {
  /// The sizes of content that is stored in memory and of content that is stored in a file.
  private static let sizes = [20, 600_000]

  private static func scene(_ service: RangedService, inMemory: Bool = false) throws -> CacheScene {
    try CacheScene(configure: { if inMemory { $0.folder = nil } }, answer: { service.answer($0) })
  }

  private static func get(
    _ scene: CacheScene,
    _ range: String?,
    _ more: HTTPFields = [:]
  ) async throws -> (response: HTTPResponse, body: Data, status: CacheStatus) {
    var headers = more
    headers["Range"] = range
    return try await scene.get("/a", headers: headers)
  }

  @Test(
    "serves the ranges that lie within a stored part",
    arguments: [
      ("bytes=4-9", "bytes=4-9", 4..<10), ("bytes=4-9", "bytes=5-6", 5..<7), ("bytes=4-9", "bytes=9-9", 9..<10),
      ("bytes=4-9", "bytes=3-9", nil), ("bytes=4-9", "bytes=4-10", nil), ("bytes=4-9", "bytes=4-", nil),
      ("bytes=4-9", "bytes=-5", nil), ("bytes=4-9", "bytes=0-0", nil), ("bytes=4-9", "bytes=20-", nil),
      ("bytes=-5", "bytes=-5", 15..<20), ("bytes=-5", "bytes=-1", 19..<20), ("bytes=-5", "bytes=16-", 16..<20),
      ("bytes=-5", "bytes=17-99", 17..<20), ("bytes=-5", "bytes=-6", nil), ("bytes=12-", "bytes=-8", 12..<20),
    ] as [(String, String, Range<Int>?)],
    [true, false]
  )
  func areServed(row: (first: String, second: String, bytes: Range<Int>?), inMemory: Bool) async throws {
    let service = RangedService(length: 20)
    let scene = try Self.scene(service, inMemory: inMemory)
    #expect(try await Self.get(scene, row.first).status.isStored)
    let part = try await Self.get(scene, row.second)
    #expect(part.status.isHit == (row.bytes != nil))
    guard let bytes = row.bytes else {
      #expect(part.status.forward == .partial)
      #expect(scene.transport.requests.last?.headers["Range"] == row.second)
      return
    }
    #expect(part.response.status.code == 206)
    #expect(part.body == service.content(1)[bytes])
    #expect(part.response.headers["Content-Range"] == "bytes \(bytes.lowerBound)-\(bytes.upperBound - 1)/20")
    #expect(part.response.headers[.contentLength] == "\(bytes.count)")
  }

  @Test(
    "joins adjacent and overlapping parts",
    arguments: [
      [0..<5, 5..<10], [5..<10, 0..<5], [0..<8, 4..<12], [4..<12, 0..<8], [2..<18, 6..<9], [6..<9, 2..<18],
      [9..<12, 0..<3, 3..<9, 12..<20], [0..<20, 4..<5], [4..<5, 0..<20],
    ],
    sizes
  )
  func areJoined(parts: [Range<Int>], size: Int) async throws {
    // Given: stored parts; one unit is a twentieth of the content
    let service = RangedService(length: size)
    let scene = try Self.scene(service)
    let unit = size / 20
    for part in parts {
      _ = try await Self.get(scene, "bytes=\(part.lowerBound * unit)-\(part.upperBound * unit - 1)")
    }
    // When: everything from the first to the last part is requested
    let start = (parts.map(\.lowerBound).min() ?? 0) * unit
    let end = (parts.map(\.upperBound).max() ?? 0) * unit
    let requests = scene.transport.requests.count
    let all = try await Self.get(scene, "bytes=\(start)-\(end - 1)")
    // Then: the cache serves the response, unless a gap caused the first part to be replaced
    let hasGap = parts.count > 2
    #expect(all.body == service.content(1)[start..<end])
    #expect(scene.transport.requests.count == requests + (hasGap ? 1 : 0))
    // And: if the parts cover the whole content, the cache serves the complete response
    if start == 0, end == size, !hasGap {
      let whole = try await Self.get(scene, nil)
      #expect(whole.status.isHit)
      #expect(whole.response.status == .ok)
      #expect(whole.response.headers["Content-Range"] == nil)
      #expect(whole.response.headers[.contentLength] == "\(size)")
      #expect(whole.body == service.content(1))
    }
  }

  @Test("completes a stored part with a range request", arguments: ["bytes=0-7", "bytes=-7"], sizes)
  func areCompleted(range: String, size: Int) async throws {
    let service = RangedService(length: size)
    let scene = try Self.scene(service)
    _ = try await Self.get(scene, range)
    let whole = try await Self.get(scene, nil)
    #expect(whole.response.status == .ok)
    #expect(whole.body == service.content(1))
    #expect(whole.response.headers[.contentLength] == "\(size)")
    #expect(whole.response.headers["Content-Range"] == nil)
    #expect(whole.status.forward == .partial)
    #expect(whole.status.forwardStatus?.code == 206)
    let asked = scene.transport.requests.last
    #expect(asked?.headers["Range"] == (range == "bytes=0-7" ? "bytes=8-" : "bytes=0-\(size - 8)"))
    #expect(asked?.headers["If-Range"] == "\"v1\"")
    // And: the complete response is stored
    let again = try await Self.get(scene, nil)
    #expect(again.status.isHit)
    #expect(again.body == service.content(1))
  }

  @Test("uses a date as the condition if there is no entity tag")
  func usesDates() async throws {
    let service = RangedService(length: 20)
    let modified = "Sun, 06 Nov 1994 08:49:37 GMT"
    service.state.withLock {
      $0.adjust = { fields in
        fields["ETag"] = nil
        fields["Last-Modified"] = modified
        fields["Date"] = "Sun, 06 Nov 1994 08:49:38 GMT"
      }
      // The service compares only entity tags.
      $0.fault = .ignoresIfRange
    }
    let scene = try Self.scene(service)
    _ = try await Self.get(scene, "bytes=0-7")
    #expect(try await Self.get(scene, nil).body == service.content(1))
    #expect(scene.transport.requests.last?.headers["If-Range"] == modified)
    #expect(scene.transport.requests.count == 2)
  }

  @Test("never joins parts of different or uncertain versions", arguments: ["\"v2\"", "W/\"v1\"", "v1", nil])
  func keepsVersionsApart(tag: String?) async throws {
    let service = RangedService(length: 20)
    if tag != "\"v2\"" { service.state.withLock { $0.adjust = { $0["ETag"] = tag } } }
    let scene = try Self.scene(service)
    _ = try await Self.get(scene, "bytes=0-7")
    service.state.withLock {
      $0.version = 2
      $0.fault = .ignoresIfRange
    }
    // A new part replaces the old part.
    _ = try await Self.get(scene, "bytes=8-")
    scene.cache.isOffline = true
    #expect(try await Self.get(scene, "bytes=8-").body == service.content(2)[8...])
    for range in [nil, "bytes=0-7", "bytes=7-8"] {
      await #expect(throws: NetworkError.cacheMiss(url: "http://host/a")) { try await Self.get(scene, range) }
    }
    // If a completing request gets a part of another version, the complete content is requested.
    scene.cache.isOffline = false
    service.state.withLock { $0.version = 3 }
    #expect(try await Self.get(scene, nil).body == service.content(3))
    #expect(scene.transport.requests.last?.headers["Range"] == nil)
  }

  @Test(
    "never serves a wrong body if the service mishandles the completing request",
    arguments: RangedService.Fault.allCases
  )
  func survivesFaults(fault: RangedService.Fault) async throws {
    let service = RangedService(length: 20)
    let scene = try Self.scene(service)
    _ = try await Self.get(scene, "bytes=-7")
    service.state.withLock { $0.fault = fault }
    do {
      #expect(try await Self.get(scene, nil).body == service.content(1))
      #expect(fault != .short && fault != .long && fault != .cut)
    } catch let error as NetworkError {
      #expect([.short, .long, .cut].contains(fault), "\(error)")
    }
    // And: the next request succeeds
    service.state.withLock { $0.fault = nil }
    #expect(try await Self.get(scene, nil).body == service.content(1))
  }

  @Test(
    "doesn't store parts with an unusable Content-Range",
    arguments: [
      "", "bytes", "bytes 0-7", "bytes 0-7/", "bytes 0-7/*", "bytes 7-0/20", "bytes 0-20/20", "bytes 0-7/7",
      "bytes -7/20", "bytes 0-/20", "bytes a-b/20", "bytes +0-7/20", "bytes 0-7/-1", "bytes */20", "bytes */*",
      "lines 0-7/20", "bytes=0-7/20", "bytes 0-7/99999999999999999999", "bytes 0-9223372036854775807/*",
      "bytes 0-6/20", "bytes 0-8/20", "bytes 1-7/20", "bytes 0-7/20, bytes 8-9/20", "bytes 0-7/20/20",
    ]
  )
  func rejectsMalformedFields(field: String) async throws {
    let service = RangedService(length: 20)
    let scene = try Self.scene(service)
    service.state.withLock { $0.adjust = { $0["Content-Range"] = field } }
    let part = try await Self.get(scene, "bytes=0-7")
    #expect(part.response.headers["Content-Range"] == field)
    #expect(!part.status.isStored)
    service.state.withLock { $0.adjust = { _ in } }
    #expect(try await Self.get(scene, nil).body == service.content(1))
    #expect(scene.transport.requests.last?.headers["Range"] == nil)
  }

  @Test(
    "doesn't store parts that it can't join or complete",
    arguments: [
      ["Content-Encoding": "gzip"], ["Cache-Control": "no-store"], ["Vary": "*"], ["Content-Length": "7"],
    ] as [HTTPFields]
  )
  func leavesPartsAlone(fields: HTTPFields) async throws {
    let service = RangedService(length: 20)
    service.state.withLock { $0.adjust = { $0.merge(fields) } }
    let scene = try Self.scene(service)
    #expect(try await !Self.get(scene, "bytes=0-7").status.isStored)
    #expect(try await !Self.get(scene, "bytes=0-7").status.isHit)
  }

  @Test("stores the last bytes of content even if the end in Content-Range doesn't match the number of bytes")
  func acceptsWrongEnds() async throws {
    let service = RangedService(length: 10)
    service.state.withLock { $0.adjust = { $0["Content-Range"] = "bytes 4-9/10" } }
    let scene = try Self.scene(service)
    _ = try await Self.get(scene, "bytes=-5")
    let expected = service.content(1)[5...]
    for (range, bytes, field) in [
      ("bytes=-5", 0..<5, "bytes 4-8/*"), ("bytes=6-8", 2..<5, "bytes 6-8/*"), ("bytes=-1", 4..<5, "bytes 8-8/*"),
    ] {
      let part = try await Self.get(scene, range)
      #expect(part.status.isHit)
      #expect(part.body.elementsEqual(expected.dropFirst(bytes.lowerBound).prefix(bytes.count)))
      #expect(part.response.headers["Content-Range"] == field)
    }
    // The stored part is never used in a complete response.
    service.state.withLock { $0.adjust = { _ in } }
    #expect(try await Self.get(scene, nil).body == service.content(1))
    #expect(scene.transport.requests.last?.headers["Range"] == nil)
  }

  @Test("keeps a complete response when a part of the same version arrives")
  func keepsCompleteResponses() async throws {
    let service = RangedService(length: 20)
    let scene = try Self.scene(service)
    _ = try await Self.get(scene, nil)
    let part = try await Self.get(scene, "bytes=0-3", ["Cache-Control": "no-cache", "If-Range": "\"v1\""])
    #expect(part.response.status.code == 206)
    service.state.withLock { $0.adjust = { $0["ETag"] = nil } }
    let refreshed = try await scene.get("/a", policy: .refresh, headers: ["Range": "bytes=0-3"])
    #expect(!refreshed.status.isStored)
    #expect(try await Self.get(scene, nil).status.isHit)
  }

  @Test("revalidates a stale part, and serves it offline")
  func areRevalidated() async throws {
    let service = RangedService(length: 20)
    let scene = try Self.scene(service)
    _ = try await Self.get(scene, "bytes=4-9")
    scene.time.advance(by: 700)
    let confirmed = try await Self.get(scene, "bytes=5-6")
    #expect(confirmed.status.forwardStatus?.code == 304)
    #expect(confirmed.body == service.content(1)[5..<7])
    #expect(try await Self.get(scene, "bytes=4-9").status.isHit)
    scene.cache.isOffline = true
    #expect(try await Self.get(scene, "bytes=4-9").body == service.content(1)[4..<10])
    await #expect(throws: NetworkError.cacheMiss(url: "http://host/a")) { try await Self.get(scene, nil) }
    await #expect(throws: NetworkError.cacheMiss(url: "http://host/a")) { try await Self.get(scene, "bytes=0-9") }
  }

  @Test("forwards HEAD, conditional, refreshing and only-if-cached requests despite a stored part")
  func isNotUsedOtherwise() async throws {
    let service = RangedService(length: 20)
    let scene = try Self.scene(service)
    _ = try await Self.get(scene, "bytes=4-9")
    #expect(try await scene.get("/a", method: .head).status.forward == .partial)
    #expect(try await Self.get(scene, "bytes=4-9", ["If-None-Match": "\"v0\""]).status.forward == .partial)
    #expect(try await scene.get("/a", policy: .refresh, headers: ["Range": "bytes=4-9"]).status.forward == .request)
    #expect(try await Self.get(scene, "bytes=4-9", ["If-Range": "\"v0\""]).response.status == .ok)
    _ = try await scene.get("/b", headers: ["Range": "bytes=4-9"])
    await #expect(throws: NetworkError.cacheMiss(url: "http://host/b")) {
      try await scene.get("/b", headers: ["Cache-Control": "only-if-cached"])
    }
  }

  @Test("never serves wrong bytes, whatever the service does and however files are damaged")
  func fuzz() async throws {
    var random = SeededGenerator(seed: 3)
    var hits = 0
    var completions = 0
    for _ in 0..<max(20, LongTests.inputs / 200) {
      let service = RangedService(length: Int.random(in: 1...40, using: &random))
      let folder = try ScratchFolder()
      var scene = try CacheScene(folder: folder, answer: { service.answer($0) })
      for _ in 0..<20 {
        service.state.withLock { state in
          if Int.random(in: 0..<5, using: &random) == 0 { state.version += 1 }
          state.fault =
            Int.random(in: 0..<3, using: &random) == 0
            ? RangedService.Fault.allCases.randomElement(using: &random) : nil
        }
        switch Int.random(in: 0..<8, using: &random) {
        case 0: scene = try CacheScene(folder: folder, answer: { service.answer($0) })
        case 1: try Self.damage(scene, &random)
        case 2: scene.time.advance(by: 700)
        default: break
        }
        let range = Self.range(service.length, &random)
        guard let answer = try? await Self.get(scene, range) else { continue }
        let version = answer.response.headers["ETag"].flatMap { Int($0.dropFirst(2).dropLast()) } ?? 0
        let whole = service.content(version)
        if answer.status.isHit { hits += 1 }
        if answer.status.forward == .partial, answer.response.status == .ok { completions += 1 }
        switch answer.response.status.code {
        case 200: #expect(answer.body == whole)
        case 206 where answer.status.isHit:
          let field = answer.response.headers["Content-Range"].flatMap(ContentRange.init)
          #expect(field?.bounds.map { answer.body.elementsEqual(whole[$0]) } == true)
        default: break
        }
      }
    }
    #expect(hits > 20)
    #expect(completions > 20)
  }

  @Test("stores parts and joined parts either completely or not at all, no matter when the process dies")
  func everyCrashPoint() async throws {
    let size = DiskTier.wholeReadLimit + 1000
    let service = RangedService(length: size)
    func work(_ folder: ScratchFolder, _ files: FaultyFiles) async throws {
      let scene = try CacheScene(folder: folder, files: files, answer: { service.answer($0) })
      for range in ["bytes=100-199", "bytes=200-", nil] { _ = try? await Self.get(scene, range) }
    }
    let measured = try ScratchFolder()
    let counting = FaultyFiles(folder: measured, end: .death, after: .max)
    try await work(measured, counting)
    #expect(counting.count > 10)
    for point in 1...counting.count {
      let folder = try ScratchFolder()
      try await work(folder, FaultyFiles(folder: folder, end: .death, after: point))
      let next = try CacheScene(folder: folder)
      next.cache.isOffline = true
      for (range, bytes) in [("bytes=100-199", 100..<200), ("bytes=150-299", 150..<300), (nil, 0..<size)] {
        guard let found = try? await Self.get(next, range) else { continue }
        #expect(found.body == service.content(1)[bytes], "point \(point)")
      }
      #expect(next.cache.statistics.damagedEntries == 0, "point \(point)")
    }
  }

  private static func range(_ length: Int, _ random: inout SeededGenerator) -> String? {
    let first = Int.random(in: 0..<length, using: &random)
    return switch Int.random(in: 0..<5, using: &random) {
    case 0: nil
    case 1: "bytes=\(first)-"
    case 2: "bytes=-\(first + 1)"
    default: "bytes=\(first)-\(first + Int.random(in: 0..<length, using: &random))"
    }
  }

  /// Truncates a file of the cache, or changes one of its bytes.
  private static func damage(_ scene: CacheScene, _ random: inout SeededGenerator) throws {
    guard let name = scene.fileNames.randomElement(using: &random) else { return }
    let url = CacheScene.cacheFolder(scene.folder).appending(path: name)
    var bytes = try Data(contentsOf: url)
    let position = Int.random(in: 0..<bytes.count, using: &random)
    if Bool.random(using: &random) { bytes = bytes.prefix(position) } else { bytes[position] ^= 0x40 }
    try bytes.write(to: url)
  }
}
