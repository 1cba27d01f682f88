import Foundation
import NetworkingTesting
import Testing

@testable import Networking

@Suite("Corrupt cache files")
struct CacheDamageTests {
  private func file(of scene: CacheScene) throws -> URL {
    CacheScene.cacheFolder(scene.folder).appending(path: try #require(scene.fileNames.first))
  }

  /// Returns whether a new cache uses a file with these bytes.
  private func isUsed(_ bytes: Data, in scene: CacheScene, at file: URL, wanted: Data) async throws -> Bool {
    try bytes.write(to: file)
    let cache = try CacheScene(folder: scene.folder)
    var request = HTTPRequest(url: .test("http://host/a"))
    request.context[CachePolicy.self] = .offline
    do throws(NetworkError) {
      let response = try await cache.transport.wrapped(in: [cache.cache]).send(request)
      let body = try await response.body.collect(upTo: 4 << 20)
      #expect(body == wanted)
      return true
    } catch {
      #expect(error == .cacheMiss(url: "http://host/a"))
      #expect(cache.cache.statistics.damagedEntries == 1)
      #expect(!FileManager.default.fileExists(atPath: file.path(percentEncoded: false)))
      return false
    }
  }

  @Test("removes and counts truncated files, wherever they are truncated")
  func everyPrefix() async throws {
    let scene = try CacheScene()
    let body = try await scene.get("/a").body
    let file = try file(of: scene)
    let whole = try Data(contentsOf: file)
    for length in stride(from: 0, to: whole.count, by: LongTests.rounds(byDay: 5, byNight: 1)) {
      #expect(try await !isUsed(whole.prefix(length), in: scene, at: file, wanted: body))
    }
    #expect(try await isUsed(whole, in: scene, at: file, wanted: body))
    #expect(try await !isUsed(whole + [0], in: scene, at: file, wanted: body))
  }

  @Test("removes and counts files with a changed byte, whichever byte it is")
  func everyByte() async throws {
    let scene = try CacheScene()
    let body = try await scene.get("/a").body
    let file = try file(of: scene)
    let whole = try Data(contentsOf: file)
    #expect(whole.count > body.count)
    var generator = SeededGenerator(seed: 5)
    for position in stride(from: 0, to: whole.count, by: LongTests.rounds(byDay: 5, byNight: 1)) {
      var changed = whole
      changed[position] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      #expect(try await !isUsed(changed, in: scene, at: file, wanted: body))
    }
  }

  @Test("removes and counts corrupt files that are too large for a single read")
  func largeContent() async throws {
    let size = DiskTier.wholeReadLimit * 3 + 17
    let scene = try CacheScene(answer: { CacheScene.answer(to: $0, bytes: size) })
    let body = try await scene.get("/a").body
    let file = try file(of: scene)
    let whole = try Data(contentsOf: file)
    #expect(try await isUsed(whole, in: scene, at: file, wanted: body))
    var generator = SeededGenerator(seed: 6)
    for _ in 0..<LongTests.rounds(byDay: 5, byNight: 50) {
      var changed = whole
      changed[Int.random(in: whole.indices, using: &generator)] ^= 1
      #expect(try await !isUsed(changed, in: scene, at: file, wanted: body))
      let length = Int.random(in: 0..<whole.count, using: &generator)
      #expect(try await !isUsed(whole.prefix(length), in: scene, at: file, wanted: body))
    }
  }

  @Test("requests the content of a corrupt file again and stores it")
  func askedAgain() async throws {
    let scene = try CacheScene()
    let body = try await scene.get("/a").body
    try Data("no entry".utf8).write(to: file(of: scene))
    let other = try CacheScene(folder: scene.folder)
    #expect(try await other.get("/a").body == body)
    #expect(other.transport.requests.count == 1)
    #expect(other.cache.statistics.damagedEntries == 1)
    #expect(try await other.get("/a").status.isHit)
  }

  @Test("doesn't use an entry file that was renamed to the file name for another URL")
  func otherName() async throws {
    let scene = try CacheScene()
    try await scene.get("/a")
    let target = try #require(CacheKey.digest(of: .test("http://host/b")))
    let name = EntryName(key: target, slot: 0).fileName
    try FileManager.default.copyItem(
      at: file(of: scene),
      to: CacheScene.cacheFolder(scene.folder).appending(path: name)
    )
    #expect(await !scene.has("/b"))
  }

  @Test("doesn't use symbolic links or directories in place of entry files")
  func links() async throws {
    let scene = try CacheScene()
    try await scene.get("/a")
    let manager = FileManager.default
    let folder = CacheScene.cacheFolder(scene.folder)
    let outside = scene.folder.url.appending(path: "outside")
    try manager.moveItem(at: file(of: scene), to: outside)
    let key = try #require(CacheKey.digest(of: .test("http://host/a")))
    try manager.createSymbolicLink(
      at: folder.appending(path: EntryName(key: key, slot: 0).fileName),
      withDestinationURL: outside
    )
    let other = try #require(CacheKey.digest(of: .test("http://host/b")))
    try manager.createDirectory(
      at: folder.appending(path: EntryName(key: other, slot: 0).fileName),
      withIntermediateDirectories: true
    )
    let second = try CacheScene(folder: scene.folder)
    #expect(await !second.has("/a"))
    #expect(await !second.has("/b"))
    #expect(manager.fileExists(atPath: outside.path(percentEncoded: false)))
  }

  @Test("rejects random entry heads without crashing")
  func headFuzz() {
    let response = StoredResponse(
      status: .ok,
      headers: ["Cache-Control": "max-age=60", "Vary": "A, B", "ETag": "\"é\"", "Date": httpDate(0)],
      exchange: Freshness.Exchange(request: 1_800_000_000, response: 1_800_000_001),
      selection: Selection(vary: ["A, B"], request: ["A": "1"]) ?? Selection(fields: []),
      rules: HeuristicRules()
    )
    let whole = response.encoded
    var generator = SeededGenerator(seed: 7)
    var readable = 0
    var wrong = 0
    for _ in 0..<LongTests.inputs {
      var bytes = whole
      for _ in 0..<Int.random(in: 0...4, using: &generator) {
        let position = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: bytes.remove(at: position)
        case 1: bytes.insert(.random(in: .min ... .max, using: &generator), at: position)
        case 2: bytes[position] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &generator) ?? 0
        default: bytes.removeLast(Int.random(in: 0..<8, using: &generator))
        }
      }
      guard let read = StoredResponse(encoded: bytes[...], rules: HeuristicRules()) else { continue }
      readable += 1
      // A readable head produces the same bytes when it is encoded again.
      let again = StoredResponse(encoded: read.encoded[...], rules: HeuristicRules())
      if again?.encoded != read.encoded { wrong += 1 }
      _ = read.headers(age: read.freshness.age(at: 1_800_000_000))
      _ = read.remainingFreshness(at: 1_800_000_000, policy: .standard)
    }
    #expect(readable > LongTests.inputs / 10)
    #expect(wrong == 0)
  }
}
