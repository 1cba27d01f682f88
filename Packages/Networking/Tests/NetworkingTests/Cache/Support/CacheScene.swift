import Foundation
import NetworkingTesting
import Testing

@testable import Networking

/// A cache with a clock and a service, whose responses contain the URL and the request count.
final class CacheScene: Sendable {
  let time = ManualTime()
  let folder: ScratchFolder
  let cache: HTTPCache
  let transport: StubTransport

  /// Creates a scene with a new directory; the default configuration stores on disk.
  init(
    folder: ScratchFolder? = nil,
    files: (any CacheFiles)? = nil,
    configure: (inout HTTPCache.Configuration) -> Void = { _ in },
    answer: StubTransport.Handler? = nil
  ) throws {
    let folder = try folder ?? ScratchFolder()
    self.folder = folder
    var configuration = HTTPCache.Configuration(folder: Self.cacheFolder(folder))
    configure(&configuration)
    let files = files ?? configuration.folder.map { SystemCacheFiles(folder: $0) }
    cache = HTTPCache(configuration: configuration, files: files, now: { [time] in time.now })
    transport = StubTransport { request in
      try await answer?(request) ?? Self.answer(to: request, bytes: 100)
    }
  }

  static func cacheFolder(_ folder: ScratchFolder) -> URL { folder.url.appending(path: "cache") }

  /// Returns a response, fresh for ten minutes, whose content depends on the URL.
  static func answer(to request: HTTPRequest, bytes count: Int, control: String = "max-age=600") -> HTTPResponse {
    HTTPResponse(
      status: .ok,
      headers: ["Cache-Control": control],
      url: request.url,
      body: ResponseBody(bytes: content(of: request.url.path, count))
    )
  }

  static func content(of text: String, _ count: Int) -> Data {
    var generator = SeededGenerator(seed: SHA256.digest(of: text).first)
    let words = (0..<(count + 7) / 8).map { _ in generator.next() }
    return words.withUnsafeBytes { Data($0.prefix(count)) }
  }

  @discardableResult
  func get(
    _ path: String,
    policy: CachePolicy? = nil,
    method: HTTPMethod = .get,
    headers: HTTPFields = [:]
  ) async throws -> (response: HTTPResponse, body: Data, status: CacheStatus) {
    var request = HTTPRequest(method: method, url: .test("http://host\(path)"), headers: headers)
    request.context[CachePolicy.self] = policy
    let response = try await transport.wrapped(in: [cache]).send(request)
    let body = try await response.body.collect(upTo: 64 << 20)
    return (response, body, try #require(response.context[CacheStatus.self]))
  }

  func has(_ path: String) async -> Bool {
    (try? await get(path, policy: .offline)) != nil
  }

  var fileNames: [String] {
    let path = Self.cacheFolder(folder).path(percentEncoded: false)
    return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  /// The size of all files in bytes.
  var bytesOnDisk: Int {
    fileNames.reduce(0) { sum, name in
      let path = Self.cacheFolder(folder).appending(path: name).path(percentEncoded: false)
      let size = (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int
      return sum + (size ?? 0)
    }
  }
}

/// A body with chunks and an optional error; `@unchecked Sendable`, because `lock` protects `chunks`.
final class ChunkedContent: ResponseBodySource, @unchecked Sendable {
  private let lock = NSLock()
  private var chunks: [Data]
  private let failure: NetworkError?

  init(_ chunks: [Data], failure: NetworkError? = nil) {
    self.chunks = chunks
    self.failure = failure
  }

  func nextChunk() async throws(NetworkError) -> Data? {
    let next = lock.withLock { chunks.isEmpty ? nil : chunks.removeFirst() }
    if next == nil, let failure { throw failure }
    return next
  }
}

extension CacheScene {
  /// Returns a service that streams its responses and can cut them off.
  static func streaming(
    _ pieces: [Int],
    length: Int? = nil,
    failure: NetworkError? = nil
  ) -> StubTransport.Handler {
    { request in
      var response = CacheScene.answer(to: request, bytes: 0)
      let whole = CacheScene.content(of: request.url.path, pieces.reduce(0, +))
      var rest = whole[...]
      let chunks = pieces.map { count -> Data in
        defer { rest = rest.dropFirst(count) }
        return Data(rest.prefix(count))
      }
      if let length { response.headers[.contentLength] = String(length) }
      response.body = ResponseBody(source: ChunkedContent(chunks, failure: failure))
      return response
    }
  }
}
