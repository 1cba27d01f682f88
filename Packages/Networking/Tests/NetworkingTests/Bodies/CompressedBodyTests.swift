#if os(Linux)
import Foundation
import LoopbackServer
import NetworkingTesting
import Testing

@testable import Networking

@Suite("Request body compression")
struct CompressedBodyTests {
  private static func decoded(_ data: Data) async throws -> Data {
    let body = DecodedBody(.gzip, of: data, then: .empty, origin: "test")
    return try await ResponseBody(source: body).collect(upTo: 64 << 20)
  }

  private static let text = String(repeating: "the same words again, ", count: 1000)

  /// Starts a server that returns the request body, and reports its coding and size.
  private func server() throws -> LoopbackServer {
    try LoopbackServer { request in
      ServerResponse(
        headers: [
          "X-Coding": request.headers["Content-Encoding"] ?? "none", "X-Size": "\(request.body.count)",
          "X-Framing": request.headers["Transfer-Encoding"] ?? "length",
        ],
        body: .bytes(request.body)
      )
    }
  }

  private func send(_ body: RequestBody, headers: HTTPFields = [:], middleware: [any Middleware] = []) async throws
    -> HTTPResponse
  {
    let server = try server()
    defer { server.stop() }
    let request = HTTPRequest(method: .post, url: server.url, headers: headers, body: body)
    var response = try await SystemTransport.make().wrapped(in: middleware).send(request)
    response.body = ResponseBody(bytes: try await response.body.collect(upTo: 64 << 20))
    return response
  }

  @Test("compresses a body without losing any of its content")
  func compresses() async throws {
    let body = try RequestBody.json([Self.text]).compressed()
    #expect(body.contentType == "application/json" && body.isReplayable)
    let response = try await send(body)
    #expect(response.headers["X-Coding"] == "gzip")
    #expect(response.headers["X-Framing"] == "length")
    #expect(try #require(response.headers["X-Size"].flatMap { Int($0) }) < 1000)
    let original = try JSONDecoder().decode([String].self, from: try await Self.decoded(response.body.bytes ?? Data()))
    #expect(original == [Self.text])
  }

  @Test("doesn't compress content that is small, would grow or is already compressed")
  func staysUncompressed() throws {
    #expect(RequestBody(bytes: Data("short".utf8), contentType: nil).compressed().contentEncoding == nil)
    var random = SeededGenerator(seed: 1)
    let noise = Data((0..<5000).map { _ in UInt8.random(in: 0...255, using: &random) })
    #expect(RequestBody(bytes: noise, contentType: nil).compressed().bytes == noise)
    #expect(RequestBody(bytes: Data(), contentType: nil).compressed(above: 0).bytes == Data())
    let once = RequestBody(bytes: Data(Self.text.utf8), contentType: nil).compressed()
    #expect(once.contentEncoding == "gzip" && once.compressed().bytes == once.bytes)
    // Content below the minimum size stays uncompressed.
    #expect(
      RequestBody(bytes: Data(Self.text.utf8), contentType: nil).compressed(above: 1 << 20).contentEncoding == nil
    )
  }

  @Test("compresses streamed content while it is sent", arguments: [0, 1, 3, 40])
  func compressesStreams(chunks: Int) async throws {
    let chunk = Data(Self.text.utf8)
    let body = RequestBody.stream(contentType: "text/plain") {
      AsyncStream<Data> { continuation in
        for _ in 0..<chunks { continuation.yield(chunk) }
        continuation.finish()
      }
    }.compressed()
    #expect(body.length == nil && body.isReplayable)
    // The body is read twice, as for a retry.
    for _ in 0..<2 {
      let response = try await send(body)
      #expect(response.headers["X-Coding"] == "gzip")
      #expect(response.headers["X-Framing"] == "chunked")
      #expect(try await Self.decoded(response.body.bytes ?? Data()).count == chunks * chunk.count)
    }
  }

  @Test("replaces the request's Content-Encoding by the body's own")
  func replacesCoding() async throws {
    let body = RequestBody(bytes: Data(Self.text.utf8), contentType: "text/plain").compressed()
    #expect(try await send(body, headers: [.contentEncoding: "br"]).headers["X-Coding"] == "gzip")
  }

  @Test("fails if a stream's length doesn't match the declared length")
  func checksLengths() async throws {
    let body = RequestBody.stream(length: 5000, contentType: nil) {
      AsyncStream<Data> { continuation in
        continuation.yield(Data("short".utf8))
        continuation.finish()
      }
    }.compressed()
    let error = try await #require(throws: NetworkError.self) { try await send(body) }
    guard case .invalidRequest(let reason) = error else { throw error }
    #expect(reason.contains("5000 bytes"))
  }

  @Test("compresses request bodies in middleware, except for media that are already compressed")
  func compressesByMiddleware() async throws {
    let compressor = [RequestCompressor()]
    let text = RequestBody(bytes: Data(Self.text.utf8), contentType: "text/plain")
    #expect(try await send(text, middleware: compressor).headers["X-Coding"] == "gzip")
    for type in ["image/png", "IMAGE/JPEG", "application/zip", "application/gzip", "video/mp4", "font/woff2"] {
      let body = RequestBody(bytes: Data(Self.text.utf8), contentType: type)
      #expect(try await send(body, middleware: compressor).headers["X-Coding"] == "none", "\(type)")
    }
    let own = try await send(text, headers: [.contentEncoding: "br"], middleware: compressor)
    #expect(own.headers["X-Coding"] == "br")
    #expect(own.body.bytes?.count == Self.text.utf8.count)
  }

  @Test("restores any compressed content, however the content is split into chunks")
  func survivesAnything() async throws {
    var random = SeededGenerator(seed: 41)
    for number in 0..<LongTests.rounds(byDay: 10, byNight: 400) {
      let encoder = try #require(GzipEncoder())
      var original = Data()
      var compressed = Data()
      for part in 0..<Int.random(in: 0...5, using: &random) {
        let size = [0, 1, 100, 70_000, 300_000].randomElement(using: &random) ?? 0
        let isNoise = Bool.random(using: &random)
        let bytes = isNoise ? CacheScene.content(of: "\(number) \(part)", size) : Data(repeating: 7, count: size)
        original.append(bytes)
        compressed.append(try #require(encoder.encode(bytes)))
      }
      compressed.append(encoder.finish())
      #expect(try await Self.decoded(compressed) == original)
    }
  }
}
#endif
