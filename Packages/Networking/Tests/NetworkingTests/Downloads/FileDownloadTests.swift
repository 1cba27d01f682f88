import Foundation
import LoopbackServer
import Networking
import Testing

@Suite("File downloads")
struct FileDownloadTests {
  private let content = Data((0..<200_000).map { UInt8(truncatingIfNeeded: ($0 &* 13) ^ ($0 >> 9)) })

  private func run(
    in folder: URL,
    answers: [ServerResponse],
    change: (inout FileDownload) -> Void = { _ in }
  ) async throws -> (result: Result<DownloadedFile, NetworkError>, ranges: [String]) {
    let script = ScriptedResponses(answers)
    let server = try LoopbackServer(handler: script.handler)
    defer { server.stop() }
    // The partial file stores the URL, which must stay the same although each server has a different port.
    let transport = FixedOrigin(base: try SystemTransport.make(), port: server.port)
    var download = FileDownload(to: folder.appending(path: "file"))
    change(&download)
    let request = HTTPRequest(url: .test("http://127.0.0.1:1/data"), timeouts: .total(.seconds(20)))
    let result: Result<DownloadedFile, NetworkError>
    do throws(NetworkError) {
      result = .success(try await transport.download(request, by: download))
    } catch {
      result = .failure(error)
    }
    return (result, script.requests.map { $0.headers["Range"] ?? "whole" })
  }

  private func whole(tag: String? = "\"v1\"", content: Data? = nil) -> ServerResponse {
    let response = ServerResponse(body: .bytes(content ?? self.content))
    return tag.map { response.header("ETag", $0) } ?? response
  }

  private func names(in folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  @Test("leaves only the complete file, with the default permissions for new files")
  func downloads() async throws {
    try await withTemporaryFolder { folder in
      let reports = Recorder<TransferProgress>()
      let (result, ranges) = try await run(in: folder, answers: [whole()]) { $0.progress = { reports.add($0) } }
      let file = try result.get()
      #expect(try Data(contentsOf: file.url) == content)
      #expect(file.length == content.count)
      #expect(file.resumedAt == 0)
      #expect(ranges == ["whole"])
      #expect(try names(in: folder) == ["file"])
      let mode = try FileManager.default.attributesOfItem(atPath: file.url.path)[.posixPermissions] as? Int
      // A file created in the usual way reveals the umask.
      let other = folder.appending(path: "other")
      try Data().write(to: other)
      let expected = try FileManager.default.attributesOfItem(atPath: other.path)[.posixPermissions] as? Int
      #expect(mode == expected)
      #expect(reports.values.first == TransferProgress(completed: 0, total: content.count))
      #expect(reports.values.last == TransferProgress(completed: content.count, total: content.count))
    }
  }

  @Test("rejects a folder as the destination, and a destination in a missing folder, before it sends a request")
  func checksDestinations() async throws {
    try await withTemporaryFolder { folder in
      let occupied = folder.appending(path: "file")
      try FileManager.default.createDirectory(at: occupied, withIntermediateDirectories: false)
      let (onto, ranges) = try await run(in: folder, answers: [whole()])
      #expect(throws: NetworkError.fileFailure(path: occupied.path, reason: "it is a folder; add a file name")) {
        try onto.get()
      }
      #expect(ranges.isEmpty)
      #expect(try names(in: folder) == ["file"])
      let missing = folder.appending(path: "missing")
      let (within, _) = try await run(in: missing, answers: [whole()])
      let path = missing.appending(path: "file").path
      #expect(throws: NetworkError.fileFailure(path: path, reason: "its folder doesn't exist; create it first")) {
        try within.get()
      }
    }
  }

  @Test("resumes a download through the standard middleware without coalescing it")
  func resumesThroughTheStack() async throws {
    try await withTemporaryFolder { folder in
      let script = ScriptedResponses([
        whole().failing(with: .close(at: .insideBody(afterBytes: 80_000))), whole(),
      ])
      let server = try LoopbackServer(handler: script.handler)
      defer { server.stop() }
      let client = APIClient(
        api: CatalogAPI(baseURL: server.url),
        transport: try SystemTransport.make(),
        stack: .standard
      )
      let file = try await client.download(Content(), by: FileDownload(to: folder.appending(path: "file")))
      #expect(try Data(contentsOf: file.url) == content)
      #expect(script.requests.map { $0.headers["Range"] ?? "whole" } == ["whole", "bytes=80000-"])
    }
  }

  private struct Content: Endpoint {
    typealias API = CatalogAPI
    typealias Response = HTTPResponse
    var path: EndpointPath { "content" }
  }

  @Test("leaves no file behind if a download fails before the first byte", arguments: [404, 416, 206])
  func leavesNothing(status: Int) async throws {
    try await withTemporaryFolder { folder in
      var answer = ServerResponse.status(status)
      if status == 206 {
        answer = ServerResponse(status: 206, body: .bytes(content)).header("Content-Range", "bytes 0-1/2")
      }
      let (result, _) = try await run(in: folder, answers: [answer])
      let error = try #require(#expect(throws: NetworkError.self) { try result.get() })
      #expect(error.message.hasPrefix("http://127.0.0.1:"))
      #expect(try names(in: folder) == [])
    }
  }

  @Test("resumes a failed download in a later attempt")
  func resumesLater() async throws {
    try await withTemporaryFolder { folder in
      // Given: an attempt that was cut off
      let cut = whole().failing(with: .close(at: .insideBody(afterBytes: 70_000)))
      let (first, _) = try await run(in: folder, answers: [cut]) { $0.breakOffAndKeep() }
      #expect(throws: NetworkError.self) { try first.get() }
      #expect(try names(in: folder) == [".file.partial", ".file.partial.json"])
      // When: the download is repeated
      let (second, ranges) = try await run(in: folder, answers: [whole()])
      // Then: only the missing bytes are requested
      #expect(ranges == ["bytes=70000-"])
      #expect(try second.get().resumedAt == 70_000)
      #expect(try Data(contentsOf: folder.appending(path: "file")) == content)
      #expect(try names(in: folder) == ["file"])
    }
  }

  @Test("starts a download over if the content has changed")
  func startsAgain() async throws {
    try await withTemporaryFolder { folder in
      let cut = whole().failing(with: .close(at: .insideBody(afterBytes: 70_000)))
      _ = try await run(in: folder, answers: [cut]) { $0.breakOffAndKeep() }
      let other = Data("another content".utf8)
      let (result, _) = try await run(in: folder, answers: [whole(tag: "\"v2\"", content: other)])
      #expect(try result.get().resumedAt == 0)
      #expect(try Data(contentsOf: folder.appending(path: "file")) == other)
    }
  }

  @Test("keeps no partial file if the content has no strong validator", arguments: [nil, "W/\"weak\""])
  func needsStrongValidators(tag: String?) async throws {
    try await withTemporaryFolder { folder in
      let cut = whole(tag: tag).failing(with: .close(at: .insideBody(afterBytes: 70_000)))
      let (result, ranges) = try await run(in: folder, answers: [cut])
      let error = #expect(throws: NetworkError.self) { try result.get() }
      guard case .connectionLost(.inBody, _) = error else {
        Issue.record("expected a broken body, got \(String(describing: error))")
        return
      }
      #expect(ranges == ["whole"])
      #expect(try names(in: folder) == [])
    }
  }

  private func part(_ range: String, from offset: Int, tag: String = "\"v1\"") -> ServerResponse {
    ServerResponse(
      status: 206,
      headers: ["Content-Range": range, "ETag": tag],
      body: .bytes(Data(content.dropFirst(offset)))
    )
  }

  @Test("requests the whole content if the service sends the wrong range")
  func checksParts() async throws {
    let wrong = [
      part("bytes 69999-199999/200000", from: 69_999), part("bytes 70000-199999/200000", from: 70_000, tag: "\"v2\""),
      part("nonsense", from: 70_000), ServerResponse(status: 206, body: .bytes(content)),
      ServerResponse(status: 416, headers: ["Content-Range": "bytes */60000"]), .status(416),
    ]
    for answer in wrong {
      try await withTemporaryFolder { folder in
        // Given: a partial file with the beginning of the content
        let cut = whole().failing(with: .close(at: .insideBody(afterBytes: 70_000)))
        _ = try await run(in: folder, answers: [cut]) { $0.breakOffAndKeep() }
        // When: the service responds with the wrong range
        let (result, ranges) = try await run(in: folder, answers: [answer, whole()])
        // Then: the whole content is requested
        #expect(ranges == ["bytes=70000-", "whole"])
        #expect(try result.get().resumedAt == 0)
        #expect(try Data(contentsOf: folder.appending(path: "file")) == content)
      }
    }
  }

  @Test("completes a download if the partial file already has all bytes")
  func knowsWhenAllIsThere() async throws {
    try await withTemporaryFolder { folder in
      // Given: a chunked response whose end was lost
      let all = content
      let chunked = ServerResponse.stream { try $0.write(all) }.header("ETag", "\"v1\"")
      _ = try await run(in: folder, answers: [chunked.failing(with: .badChunk(.missingLastChunk))]) {
        $0.breakOffAndKeep()
      }
      // When: the rest is requested, but the file is already complete
      let none = ServerResponse(status: 416, headers: ["Content-Range": "bytes */\(content.count)"])
      let (result, ranges) = try await run(in: folder, answers: [none])
      // Then: the file contains the bytes received earlier
      #expect(ranges == ["bytes=\(content.count)-"])
      #expect(try Data(contentsOf: try result.get().url) == content)
    }
  }

  @Test("leaves no file behind after a cut-off download, unless partial files are kept")
  func leavesNothingAfterBreaks() async throws {
    try await withTemporaryFolder { folder in
      let cut = whole().failing(with: .close(at: .insideBody(afterBytes: 70_000)))
      let (result, _) = try await run(in: folder, answers: [cut]) { $0.resumptions = 0 }
      #expect(throws: NetworkError.self) { try result.get() }
      #expect(try names(in: folder) == [])
      let (large, _) = try await run(in: folder, answers: [whole()]) { $0.sizeLimit = 1_000 }
      #expect(throws: NetworkError.bodyTooLarge(limit: 1_000)) { try large.get() }
      #expect(try names(in: folder) == [])
    }
  }

  @Test("leaves no file behind after a cancelled download")
  func leavesNothingAfterCancelling() async throws {
    try await withTemporaryFolder { folder in
      let server = try LoopbackServer { [content] _ in
        .stream(contentType: "text/plain") { writer in
          try writer.write(content)
          try writer.wait(for: .seconds(60))
        }.header("ETag", "\"v1\"")
      }
      defer { server.stop() }
      let transport = try SystemTransport.make()
      var download = FileDownload(to: folder.appending(path: "file"))
      let (reports, continuation) = AsyncStream.makeStream(of: Int.self)
      download.progress = { continuation.yield($0.completed) }
      let (url, started) = (server.url, download)
      let task = Task { try await transport.download(HTTPRequest(url: url), by: started) }
      _ = await reports.first { $0 > 0 }
      #expect(try names(in: folder) == [".file.partial"])
      task.cancel()
      await #expect(throws: NetworkError.cancelled) { try await task.value }
      #expect(try names(in: folder) == [])
    }
  }

  @Test("keeps the permissions of the file that a download replaces", arguments: [0o600, 0o640, 0o755])
  func keepsPermissions(mode: Int) async throws {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "file")
      try Data("old".utf8).write(to: file)
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
      let (result, _) = try await run(in: folder, answers: [whole()])
      #expect(try Data(contentsOf: try result.get().url) == content)
      #expect(try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int == mode)
    }
  }

  @Test("never makes a partial file readable by more users than the file it replaces", arguments: [0o400, 0o600])
  func hidesUnfinishedContent(mode: Int) async throws {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "file")
      try Data("old".utf8).write(to: file)
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
      let modes = Recorder<Int>()
      let (result, _) = try await run(in: folder, answers: [whole()]) {
        $0.progress = { _ in
          let path = folder.appending(path: ".file.partial").path
          modes.add((try? FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int) ?? 0o777)
        }
      }
      #expect(try Data(contentsOf: try result.get().url) == content)
      #expect(Set(modes.values) == [0o600])
      #expect(try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int == mode)
    }
  }

  @Test("leaves no metadata from an earlier attempt when a download starts over")
  func forgetsEarlierContent() async throws {
    try await withTemporaryFolder { folder in
      // Given: a partial file with another version, kept by an earlier download
      let cut = whole(tag: "\"v0\"").failing(with: .close(at: .insideBody(afterBytes: 80_000)))
      _ = try await run(in: folder, answers: [cut]) { $0.breakOffAndKeep() }
      #expect(try names(in: folder) == [".file.partial", ".file.partial.json"])
      // When: a download that doesn't keep partial files receives the current version
      let found = Recorder<[String]>()
      let (result, _) = try await run(in: folder, answers: [whole()]) {
        $0.progress = { _ in found.add((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []) }
      }
      // Then: the file contains only the current version, from its beginning
      #expect(try Data(contentsOf: try result.get().url) == content)
      #expect(found.values.allSatisfy { $0 == [".file.partial"] })
      #expect(!found.values.isEmpty)
    }
  }

  @Test("keeps the old file if the download fails")
  func keepsOldFiles() async throws {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "file")
      try Data("old".utf8).write(to: file)
      let (result, _) = try await run(in: folder, answers: [.text("no", status: 500)])
      let error = #expect(throws: NetworkError.self) { try result.get() }
      guard case .status(let failure) = error else {
        Issue.record("expected a status, got \(String(describing: error))")
        return
      }
      #expect(failure.status == .internalServerError)
      #expect(failure.excerpt == "no")
      #expect(try Data(contentsOf: file) == Data("old".utf8))
    }
  }

  @Test("stops a download at the size limit")
  func limitsSize() async throws {
    try await withTemporaryFolder { folder in
      let (large, _) = try await run(in: folder, answers: [whole()]) { $0.sizeLimit = 1_000 }
      #expect(throws: NetworkError.bodyTooLarge(limit: 1_000)) { try large.get() }
    }
  }

  @Test("fails while another download is writing to the same file")
  func locksOut() async throws {
    try await withTemporaryFolder { folder in
      // Given: a download that is waiting for its service
      let (requests, requested) = AsyncStream.makeStream(of: Void.self)
      let server = try LoopbackServer { _ in
        requested.finish()
        return ServerResponse.text("x").failing(with: .neverAnswer)
      }
      defer { server.stop() }
      let transport = try SystemTransport.make()
      let url = server.url
      let download = FileDownload(to: folder.appending(path: "file"))
      let first = Task { try await transport.download(HTTPRequest(url: url), by: download) }
      for await _ in requests {}
      // When: a second download starts
      let error = await #expect(throws: NetworkError.self) {
        try await transport.download(HTTPRequest(url: url), by: download)
      }
      // Then: the second download fails
      guard case .fileFailure(_, "another download is writing to it") = error else {
        Issue.record("expected a refusal, got \(String(describing: error))")
        return
      }
      first.cancel()
      await #expect(throws: NetworkError.cancelled) { try await first.value }
    }
  }
}

extension FileDownload {
  /// Turns off resuming, and keeps the partial file for a later attempt.
  fileprivate mutating func breakOffAndKeep() {
    resumptions = 0
    keepsPartialFile = true
  }
}

/// A transport that uses another port, but reports the original URL in responses.
private struct FixedOrigin: Transport {
  let base: any Transport
  let port: Int

  func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
    var moved = request
    moved.url = .test("http://127.0.0.1:\(port)/data")
    var response = try await base.send(moved)
    response.url = request.url
    return response
  }
}
