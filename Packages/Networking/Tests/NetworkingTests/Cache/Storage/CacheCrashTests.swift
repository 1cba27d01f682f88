import Foundation
import NetworkingTesting
import Testing

@testable import Networking

@Suite("Cache after crashes and disk failures")
struct CacheCrashTests {
  private static let large = DiskTier.wholeReadLimit + 1000

  /// Stores small and large responses, then replaces, revalidates and removes some of them.
  private func work(_ scene: CacheScene) async {
    for path in ["/old", "/large", "/b", "/confirmed"] { _ = try? await scene.get(path) }
    _ = try? await scene.get("/old", policy: .refresh)
    scene.time.advance(by: 700)
    _ = try? await scene.get("/confirmed")
    _ = try? await scene.get("/large")
    scene.cache.remove(.test("http://host/b"))
  }

  private static let answer: StubTransport.Handler = { request throws(NetworkError) in
    if request.headers.contains("If-None-Match"), let status = HTTPStatus(code: 304) {
      return HTTPResponse(status: status, headers: ["Cache-Control": "max-age=900"], url: request.url)
    }
    var response = CacheScene.answer(to: request, bytes: request.url.path == "/large" ? large : 100)
    response.headers["ETag"] = "\"1\""
    return response
  }

  @Test("stores an entry either completely or not at all, no matter when the process dies")
  func everyCrashPoint() async throws {
    // Given: the number of file changes that these operations make
    let measured = try ScratchFolder()
    let counting = FaultyFiles(folder: measured, end: .death, after: .max)
    await work(try CacheScene(folder: measured, files: counting, answer: Self.answer))
    #expect(counting.count > 20)
    // When: the process dies at one of these changes
    for point in 1...counting.count {
      let folder = try ScratchFolder()
      await work(
        try CacheScene(
          folder: folder,
          files: FaultyFiles(folder: folder, end: .death, after: point),
          answer: Self.answer
        )
      )
      // Then: the next process finds only correct entries
      let next = try CacheScene(folder: folder)
      for path in ["/old", "/large", "/b", "/confirmed"] {
        guard let found = try? await next.get(path, policy: .offline) else { continue }
        #expect(found.body == CacheScene.content(of: path, path == "/large" ? Self.large : 100), "point \(point)")
      }
      // And: no corrupt entries exist, and no temporary files remain after a scan
      let statistics = next.cache.statistics
      #expect(statistics.damagedEntries == 0, "point \(point)")
      #expect(statistics.entries == next.fileNames.count, "point \(point)")
    }
  }

  @Test("returns responses without storing them if the disk is full")
  func everyFullDisk() async throws {
    for point in 1...30 {
      let folder = try ScratchFolder()
      let files = FaultyFiles(folder: folder, end: .fullDisk, after: point)
      let scene = try CacheScene(folder: folder, files: files, answer: Self.answer)
      for path in ["/a", "/large", "/b", "/a", "/large"] {
        let size = path == "/large" ? Self.large : 100
        #expect(try await scene.get(path).body == CacheScene.content(of: path, size))
      }
      let statistics = scene.cache.statistics
      if files.count >= point { #expect(statistics.storageFailures > 0) }
      #expect(scene.fileNames.allSatisfy { $0.hasSuffix(".entry") })
    }
  }

  /// The response contents, created only once because one of them is large.
  private static let contents = [
    "/old": CacheScene.content(of: "/old", 100), "/large": CacheScene.content(of: "/large", large),
    "/b": CacheScene.content(of: "/b", 100),
  ]

  @Test(
    "loses at most one entry or one large response if a file operation fails",
    arguments: Array([EIO, ENOSPC, ENOENT].enumerated())
  )
  func everyOperation(number: Int, code: Int32) async throws {
    let handler: StubTransport.Handler = { request throws(NetworkError) in
      let body = ResponseBody(bytes: Self.contents[request.url.path] ?? Data())
      return HTTPResponse(status: .ok, headers: ["Cache-Control": "max-age=600"], url: request.url, body: body)
    }
    /// Requests responses, some of them twice, and returns the complete ones.
    func answers(_ scene: CacheScene) async throws -> [(path: String, body: Data)] {
      var answers: [(String, Data)] = []
      for (path, policy) in [
        ("/old", nil), ("/large", nil), ("/b", nil), ("/old", .refresh), ("/large", nil), ("/b", nil),
      ]
        as [(String, CachePolicy?)]
      {
        do {
          answers.append((path, try await scene.get(path, policy: policy).body))
        } catch is NetworkError where path == "/large" {
          // The beginning was delivered before the file operation failed.
        }
      }
      scene.cache.remove(.test("http://host/b"))
      return answers
    }
    // Given: the number of file operations
    let measured = try ScratchFolder()
    let counting = FaultyFiles(folder: measured, end: .single(code), after: .max)
    _ = try await answers(try CacheScene(folder: measured, files: counting, answer: handler))
    #expect(counting.count > 30)
    // By day, each operation fails with only one of the codes.
    for point in stride(from: 1 + number, through: counting.count, by: LongTests.rounds(byDay: 3, byNight: 1)) {
      // When
      let folder = try ScratchFolder()
      let files = FaultyFiles(folder: folder, end: .single(code), after: point)
      let answers = try await answers(try CacheScene(folder: folder, files: files, answer: handler))

      // Then: all received and stored content is correct
      #expect(answers.count >= 5, "operation \(point)")
      for (path, body) in answers { #expect(body == Self.contents[path], "operation \(point), \(path)") }
      let next = try CacheScene(folder: folder, answer: handler)
      for path in ["/old", "/large", "/b"] {
        guard let found = try? await next.get(path, policy: .offline) else { continue }
        #expect(found.body == Self.contents[path], "operation \(point)")
      }
      #expect(next.cache.statistics.damagedEntries == 0, "operation \(point)")
    }
  }

  @Test("returns responses without storing them if the directory can't be created")
  func noFolder() async throws {
    let folder = try ScratchFolder()
    try Data().write(to: folder.url.appending(path: "cache"))
    let scene = try CacheScene(folder: folder)
    for _ in 0..<2 { #expect(try await scene.get("/a").body == CacheScene.content(of: "/a", 100)) }
    #expect(scene.transport.requests.count == 2)
    let statistics = scene.cache.statistics
    #expect(statistics.storageFailures > 0)
    #expect(statistics.lastStorageFailure?.isEmpty == false)
  }

  @Test("removes temporary files, unless a running process is still writing to them")
  func orphans() async throws {
    // Given: one file that is still being written, and another file whose writer has died
    let scene = try CacheScene()
    try await scene.get("/a")
    let files = SystemCacheFiles(folder: CacheScene.cacheFolder(scene.folder))
    let living = TemporaryName.make()
    let dead = TemporaryName.make()
    let file = try files.create(living)
    files.close(try files.create(dead))
    #expect(scene.fileNames.count == 3)
    // When: another process scans the directory
    let other = try CacheScene(folder: scene.folder)
    #expect(other.cache.statistics.entries == 1)
    // Then: only the dead process's file has been removed
    #expect(other.fileNames.contains(living))
    #expect(!other.fileNames.contains(dead))
    files.close(file)
    #expect(other.cache.statistics.entries == 1)
    #expect(other.fileNames.count == 1)
  }
}
