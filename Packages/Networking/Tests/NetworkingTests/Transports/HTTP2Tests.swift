#if os(Linux)
import Foundation
import LoopbackServer
import Testing

@testable import Networking

let speaksHTTP2 = (try? CurlLibrary.load()) != nil && CurlLibrary.speaksHTTP2

/// HTTP/2 tests without TLS and certificates; frames follow RFC 9113, and fields use HPACK's static table.
@Suite(
  "HTTP/2 connection",
  .enabled(if: speaksHTTP2, "libcurl has to be 7.88 or newer")
)
struct HTTP2Tests {
  enum Kind: UInt8 {
    case data = 0
    case headers = 1
    case reset = 3
    case settings = 4
    case ping = 6
    case goAway = 7
    case continuation = 9
    case other = 255
  }

  struct Frame {
    var kind: Kind
    var flags: UInt8 = 0
    var stream: UInt32 = 0
    var payload: [UInt8] = []

    static let endStream: UInt8 = 1
    static let endHeaders: UInt8 = 4

    /// Reads the next frame; returns `nil` if the connection ends first.
    static func next(on connection: RawConnection) -> Frame? {
      guard let head = connection.read(9) else { return nil }
      let length = head[..<3].reduce(0) { $0 << 8 | Int($1) }
      guard let payload = length == 0 ? [] : connection.read(length) else { return nil }
      return Frame(
        kind: Kind(rawValue: head[3]) ?? .other,
        flags: head[4],
        stream: head[5...].reduce(UInt32(0)) { $0 << 8 | UInt32($1) },
        payload: payload
      )
    }

    static func number(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }

    var bytes: [UInt8] {
      Self.number(UInt32(payload.count)).dropFirst() + [kind.rawValue, flags] + Self.number(stream) + payload
    }

    /// Returns the frames for the status 200 and the content "x".
    static func answer(_ stream: UInt32) -> [Frame] {
      [
        Frame(kind: .headers, flags: endHeaders, stream: stream, payload: [0x88]),
        Frame(kind: .data, flags: endStream, stream: stream, payload: Array("x".utf8)),
      ]
    }

    /// Returns a head with a static-table entry and literal fields without indexing (HPACK, section 6.2.2).
    static func head(_ status: UInt8, _ fields: [(String, String)], _ stream: UInt32) -> Frame {
      var block = [status]
      for (name, value) in fields {
        block += [0, UInt8(name.utf8.count)]
        block += Array(name.utf8)
        block.append(UInt8(value.utf8.count))
        block += Array(value.utf8)
      }
      return Frame(kind: .headers, flags: endHeaders, stream: stream, payload: block)
    }

    static func reset(_ stream: UInt32, _ code: UInt32) -> Frame {
      Frame(kind: .reset, stream: stream, payload: number(code))
    }

    static func goAway(last: UInt32, _ code: UInt32 = 0) -> Frame {
      Frame(kind: .goAway, payload: number(last) + number(code))
    }
  }

  /// Creates a server; `respond` receives the request's number on the server and on the connection, and the stream ID.
  ///
  /// Returning `nil` closes the connection.
  static func peer(
    tls: ServerTLS? = nil,
    _ respond: @escaping @Sendable (Int, Int, UInt32) -> [Frame]?
  ) throws -> RawPeer {
    let total = Count()
    return try RawPeer(tls: tls) { connection in
      guard connection.read(24) != nil else { return }
      connection.write(Frame(kind: .settings).bytes)
      var count = 0
      while let frame = Frame.next(on: connection) {
        switch frame.kind {
        case .settings where frame.flags == 0: connection.write(Frame(kind: .settings, flags: 1).bytes)
        case .data, .headers:
          guard frame.flags & Frame.endStream != 0 else { continue }
          count += 1
          let number = total.next()
          guard let frames = respond(number, count, frame.stream) else { return }
          connection.write(frames.flatMap(\.bytes))
        default: break
        }
      }
    }
  }

  private static func transport() throws -> CurlTransport {
    var configuration = TransportConfiguration()
    configuration.httpVersion = .http2WithPriorKnowledge
    return try CurlTransport(configuration: configuration)
  }

  static func failure(
    of request: HTTPRequest,
    by transport: some Transport
  ) async -> NetworkError? {
    do throws(NetworkError) {
      _ = try await transport.send(request).body.collect(upTo: 100)
      return nil
    } catch {
      return error
    }
  }

  @Test("reports the stage of the exchange when the server resets a stream", arguments: [0, 2, 8, 11] as [UInt32])
  func reportsResets(code: UInt32) async throws {
    let peer = try Self.peer { _, _, stream in [Frame.reset(stream, code)] }
    defer { peer.stop() }
    let origin = try #require(Origin(peer.url)).description
    let error = await Self.failure(of: HTTPRequest(url: peer.url), by: try Self.transport())
    #expect(error == .connectionLost(.beforeResponse, origin: origin))
    #expect(error?.isRetryable == true)
  }

  @Test("reports a lost connection if the server resets the stream within the body", arguments: [2, 8] as [UInt32])
  func reportsResetsInBodies(code: UInt32) async throws {
    let peer = try Self.peer { _, _, stream in
      [
        Frame(kind: .headers, flags: Frame.endHeaders, stream: stream, payload: [0x88]),
        Frame(kind: .data, stream: stream, payload: Array("x".utf8)),
      ]
    }
    defer { peer.stop() }
    let origin = try #require(Origin(peer.url)).description
    // Given: a response whose head has arrived
    let response = try await Self.transport().send(HTTPRequest(url: peer.url))
    // When: the server resets the response's stream
    peer.connections[0].write(Frame.reset(1, code).bytes)
    // Then: the body fails with a lost connection
    await #expect(throws: NetworkError.connectionLost(.inBody, origin: origin)) {
      try await response.body.collect(upTo: 100)
    }
  }

  @Test(
    "reports a protocol violation if the server resets a stream with a protocol error",
    arguments: [1, 3, 6, 9] as [UInt32]
  )
  func reportsViolations(code: UInt32) async throws {
    let peer = try Self.peer { _, _, stream in [Frame.reset(stream, code)] }
    defer { peer.stop() }
    let error = await Self.failure(of: HTTPRequest(url: peer.url), by: try Self.transport())
    guard case .protocolViolation = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("sends later requests as successfully as the first", arguments: [HTTPMethod.get, .post])
  func sendsLaterRequests(method: HTTPMethod) async throws {
    let peer = try Self.peer { _, _, stream in Frame.answer(stream) }
    defer { peer.stop() }
    let transport = try Self.transport()
    var request = HTTPRequest(method: method, url: peer.url)
    if method == .post { request.body = RequestBody(bytes: Data("content".utf8), contentType: nil) }
    for _ in 0..<3 { #expect(await Self.failure(of: request, by: transport) == nil) }
  }

  @Test("delivers the end of a response with a length to an upload that waits for it")
  func endsBeforeContent() async throws {
    let (rests, rest) = AsyncStream.makeStream(of: String.self)
    // Given: a server that responds to the first part of a request's content
    let peer = try RawPeer { connection in
      guard connection.read(24) != nil else { return }
      connection.write(Frame(kind: .settings).bytes)
      var content: [UInt8] = []
      while let frame = Frame.next(on: connection) {
        if frame.kind == .settings, frame.flags == 0 { connection.write(Frame(kind: .settings, flags: 1).bytes) }
        guard frame.kind == .data else { continue }
        if content.isEmpty {
          connection.write(Frame.head(0x88, [("content-length", "5")], frame.stream).bytes)
          let payload = Array("hello".utf8)
          connection.write(Frame(kind: .data, flags: Frame.endStream, stream: frame.stream, payload: payload).bytes)
        }
        content += frame.payload
        if frame.flags & Frame.endStream != 0 { rest.yield(String(decoding: content, as: UTF8.self)) }
      }
    }
    defer { peer.stop() }
    let (content, sender) = AsyncStream.makeStream(of: Data.self)
    sender.yield(Data("first ".utf8))
    let transport = try Self.transport()
    let request = HTTPRequest(method: .post, url: peer.url, body: .stream(content), timeouts: .total(.seconds(300)))
    // When: the next part of the content follows only after the end of the response
    let received = try await transport.send(request).body.collect(upTo: 100)
    sender.yield(Data("last".utf8))
    sender.finish()
    // Then: both the response and the content are complete
    #expect(String(decoding: received, as: UTF8.self) == "hello")
    #expect(await rests.first { _ in true } == "first last")
  }

  @Test("accepts response heads up to the size limit", arguments: [20, 60, 120])
  func takesLargeHeads(kibibytes: Int) async throws {
    #expect(try await Self.failure(ofHeadOf: kibibytes) == nil)
  }

  @Test("rejects a response head that is too large", arguments: [160, 200, 250, 300])
  func reportsLargeHeads(kibibytes: Int) async throws {
    let error = try await Self.failure(ofHeadOf: kibibytes)
    guard case .protocolViolation(let reason, _) = error else {
      Issue.record("expected a violation, got \(String(describing: error))")
      return
    }
    #expect(reason.hasPrefix("its header fields exceed the HTTP/2 header size limit"))
    #expect(error?.isRetryable == false)
  }

  private static func failure(ofHeadOf kibibytes: Int) async throws -> NetworkError? {
    let peer = try Self.peer { _, _, stream in
      // The fields are literals of 10 KiB (HPACK, section 6.2.2), in frames of at most 16 KiB.
      let field = [0x00, 0x03] + Array("x-a".utf8) + [0x7F, 0x81, 0x4F] + [UInt8](repeating: 0x61, count: 10_240)
      let block = [0x88] + Array(repeatElement(field, count: kibibytes / 10).joined())
      let pieces = stride(from: 0, to: block.count, by: 16_384).map { Array(block[$0..<min($0 + 16_384, block.count)]) }
      return pieces.enumerated().map { index, piece in
        Frame(
          kind: index == 0 ? .headers : .continuation,
          flags: (index == 0 ? Frame.endStream : 0) | (index == pieces.count - 1 ? Frame.endHeaders : 0),
          stream: stream,
          payload: piece
        )
      }
    }
    defer { peer.stop() }
    return await Self.failure(of: HTTPRequest(url: peer.url), by: try Self.transport())
  }
}

// Over TLS, because libcurl 7.88 can't reuse HTTP/2 connections without it.
@Suite(
  "Reused HTTP/2 connection",
  .enabled(if: speaksHTTP2, "libcurl has to be 7.88 or newer")
)
struct ReusedHTTP2Tests {
  private typealias Frame = HTTP2Tests.Frame

  private let tls: ServerTLS

  init() throws { tls = try ServerTLS(speaksHTTP2: true) }

  private func transport() throws -> CurlTransport {
    var configuration = TransportConfiguration()
    configuration.trustedAuthorities = .only(tls.authority)
    return try CurlTransport(configuration: configuration)
  }

  @Test("loses no requests when the server repeatedly closes the connection gracefully", arguments: [1, 8])
  func survivesGoAway(parallel: Int) async throws {
    // Given: a server that closes each connection after 50 requests
    let peer = try HTTP2Tests.peer(tls: tls) { _, count, stream in
      Frame.answer(stream) + (count == 50 ? [Frame.goAway(last: stream)] : [])
    }
    defer { peer.stop() }
    let transport = try transport().wrapped(in: [RequestRetrier()])
    let url = peer.url
    // When: a large number of requests are sent
    await withTaskGroup(of: [NetworkError].self) { group in
      for _ in 0..<parallel {
        group.addTask {
          var failures: [NetworkError] = []
          for _ in 0..<(LongTests.rounds(byDay: 200, byNight: 2_000) / parallel) {
            if let failure = await HTTP2Tests.failure(of: HTTPRequest(url: url), by: transport) {
              failures.append(failure)
            }
          }
          return failures
        }
      }
      // Then: no request fails
      for await failures in group { #expect(failures == []) }
    }
  }

  @Test(
    "retries an idempotent request that the server refused",
    arguments: [HTTPMethod.get, .put]
  )
  func repeatsRefusedStreams(method: HTTPMethod) async throws {
    // Given: servers that refuse a single request
    let refusals: [@Sendable (UInt32) -> [Frame]] = [
      { [Frame.reset($0, 7)] }, { _ in [Frame.goAway(last: 0)] },
    ]
    for refuse in refusals {
      let peer = try HTTP2Tests.peer(tls: tls) { number, _, stream in
        number == 2 ? refuse(stream) : Frame.answer(stream)
      }
      defer { peer.stop() }
      let transport = try transport().wrapped(in: [RequestRetrier()])
      // When: the refused request is the second request on its connection
      #expect(await HTTP2Tests.failure(of: HTTPRequest(url: peer.url), by: transport) == nil)
      var request = HTTPRequest(method: method, url: peer.url)
      if method != .get { request.body = RequestBody(bytes: Data("content".utf8), contentType: nil) }
      // Then: the request succeeds
      #expect(await HTTP2Tests.failure(of: request, by: transport) == nil)
    }
  }

  @Test("resumes a download after losing the connection", arguments: Loss.allCases)
  func resumesDownloads(loss: Loss) async throws {
    let content = Array("0123456789".utf8)
    // Given: a server that sends four bytes of the first response and then disconnects
    let peer = try HTTP2Tests.peer(tls: tls) { number, _, stream in
      guard number == 1 else {
        // The status 206 is the tenth entry in the static table.
        return [
          Frame.head(0x8A, [("etag", "\"a\""), ("content-length", "6"), ("content-range", "bytes 4-9/10")], stream),
          Frame(kind: .data, flags: Frame.endStream, stream: stream, payload: Array(content[4...])),
        ]
      }
      return [
        Frame.head(0x88, [("etag", "\"a\""), ("content-length", "10")], stream),
        Frame(kind: .data, stream: stream, payload: Array(content[..<4])),
      ]
    }
    defer { peer.stop() }
    let losses = Count()
    try await withTemporaryFolder { folder in
      // When: a file is downloaded
      var download = FileDownload(to: folder.appending(path: "file"))
      download.progress = { progress in
        if progress.completed == 4, losses.next() == 1 { peer.connections[0].write(loss.frame.bytes) }
      }
      let request = HTTPRequest(url: peer.url, timeouts: .total(.seconds(300)))
      let file = try await transport().download(request, by: download)
      // Then: a second request fetches the rest
      #expect(try Data(contentsOf: file.url) == Data(content))
    }
  }

  enum Loss: CaseIterable, Sendable {
    case reset
    case refusal
    case goAway

    var frame: HTTP2Tests.Frame {
      switch self {
      case .reset: .reset(1, 2)
      case .refusal: .reset(1, 7)
      case .goAway: .goAway(last: 0)
      }
    }
  }

  @Test("retries a refused POST if libcurl reports the refusal, but never a lost POST")
  func repeatsRefusedPosts() async throws {
    let refusals: [@Sendable (UInt32) -> [Frame]] = [
      { [Frame.reset($0, 7)] }, { _ in [Frame.goAway(last: 1)] },
    ]
    for (refuse, isLost) in refusals.flatMap({ [($0, false), ($0, true)] }) {
      // Given: a server that refuses the second request on a connection
      let posts = Count()
      let peer = try HTTP2Tests.peer(tls: tls) { number, _, stream in
        if number == 1 { return Frame.answer(stream) }
        posts.next()
        if number == 2 { return refuse(stream) }
        return isLost ? nil : Frame.answer(stream)
      }
      defer { peer.stop() }
      let transport = try transport()
      #expect(await HTTP2Tests.failure(of: HTTPRequest(url: peer.url), by: transport) == nil)
      // When: the refused request is a POST
      var request = HTTPRequest(method: .post, url: peer.url)
      request.body = RequestBody(bytes: Data("content".utf8), contentType: nil)
      let error = await HTTP2Tests.failure(of: request, by: transport)
      // Then: the POST is sent once more if libcurl reports the refusal
      #expect(posts.value == (CurlLibrary.reportsRefusals ? 2 : 1))
      #expect((error == nil) == (CurlLibrary.reportsRefusals && !isLost))
    }
  }

  @Test("doesn't retry a POST after the connection breaks")
  func repeatsNoPost() async throws {
    let posts = Count()
    let peer = try HTTP2Tests.peer(tls: tls) { number, _, stream in
      if number == 1 { return Frame.answer(stream) }
      posts.next()
      return nil
    }
    defer { peer.stop() }
    let transport = try transport()
    #expect(await HTTP2Tests.failure(of: HTTPRequest(url: peer.url), by: transport) == nil)
    var request = HTTPRequest(method: .post, url: peer.url)
    request.body = RequestBody(bytes: Data("content".utf8), contentType: nil)
    let error = await HTTP2Tests.failure(of: request, by: transport)
    guard case .connectionLost = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(posts.value == 1)
  }
}

/// A thread-safe counter; `@unchecked Sendable`, because `lock` protects `count`.
private final class Count: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0

  var value: Int { lock.withLock { count } }

  @discardableResult
  func next() -> Int {
    lock.withLock {
      count += 1
      return count
    }
  }
}
#endif
