#if os(Linux)
import Foundation
import Testing

@testable import Networking

@Suite("Response trailers")
struct TrailerTests {
  private func body(of response: String, delaysEnd: Bool = false) async throws -> (ResponseBody, HTTPFields) {
    let peer = try RawPeer { connection in
      guard connection.readHead() != nil else { return }
      connection.write(response)
      _ = connection.readHead()
    }
    defer { peer.stop() }
    let response = try await SystemTransport.make().send(HTTPRequest(url: peer.url, timeouts: .total(.seconds(300))))
    _ = try await response.body.collect(upTo: 1 << 20)
    return (response.body, response.headers)
  }

  private static let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"

  @Test("returns trailers after the body, separately from the head")
  func reads() async throws {
    let (body, headers) = try await body(
      of: Self.head + "5\r\nhello\r\n0\r\nDigest: abc\r\nX-Rows: 1\r\nX-Rows: 2\r\nContent-Length: 7\r\n\r\n"
    )
    #expect(body.trailers["digest"] == "abc")
    #expect(body.trailers[values: "X-Rows"] == ["1", "2"])
    #expect(body.trailers[.contentLength] == "7")
    #expect(!headers.contains("Digest") && !headers.contains(.contentLength))
  }

  @Test("returns no trailers before the end of the body")
  func comeLast() async throws {
    let peer = try RawPeer { connection in
      guard connection.readHead() != nil else { return }
      connection.write(Self.head + "5\r\nhello\r\n")
      // The second request makes the server end the body.
      _ = connection.read(1)
    }
    defer { peer.stop() }
    let response = try await SystemTransport.make().send(HTTPRequest(url: peer.url, timeouts: .total(.seconds(300))))
    var iterator = response.body.makeAsyncIterator()
    #expect(try await iterator.next() == Data("hello".utf8))
    #expect(response.body.trailers.isEmpty)
    peer.connections.first?.write("0\r\nX-End: 1\r\n\r\n")
    #expect(try await iterator.next() == nil)
    #expect(response.body.trailers["X-End"] == "1")
  }

  @Test("keeps trailers when the body is decoded and observed")
  func surviveLayers() async throws {
    // The gzip encoding of "hello".
    let bytes: [UInt8] = [
      0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 2, 3, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 7, 0, 0x86, 0xA6, 0x10, 0x36, 5, 0, 0, 0,
    ]
    let peer = try RawPeer { connection in
      guard connection.readHead() != nil else { return }
      let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n"
      connection.write(
        Array(head.utf8) + Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes
          + Array("\r\n0\r\nX-End: 1\r\n\r\n".utf8)
      )
      _ = connection.readHead()
    }
    defer { peer.stop() }
    let chain = try SystemTransport.make().wrapped(in: MiddlewareStack.standard.middleware)
    var request = HTTPRequest(url: peer.url, timeouts: .total(.seconds(300)))
    request.context.downloadProgress = { _ in }
    let response = try await chain.send(request)
    #expect(try await response.body.collect(upTo: 100) == Data("hello".utf8))
    #expect(response.body.trailers["X-End"] == "1")
  }

  @Test(
    "rejects malformed trailer lines",
    arguments: ["no colon\r\n", ": value\r\n", "Na me: x\r\n", " folded: x\r\n", "X-Ctl: a\0b\r\n", "\u{e9}: x\r\n"]
  )
  func rejectsMalformed(line: String) async throws {
    let error = try await #require(throws: NetworkError.self) {
      try await body(of: Self.head + "1\r\nx\r\n0\r\nX-First: 1\r\n\(line)\r\n")
    }
    guard case .protocolViolation("one of its trailer fields is malformed", _) = error else { throw error }
  }

  @Test("accepts or rejects any bytes in a trailer line without crashing")
  func survivesAnything() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<LongTests.inputs {
      let line = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        Bool.random(using: &random)
          ? UInt8.random(in: 0...255, using: &random) : Array("X: \r\n".utf8).randomElement(using: &random) ?? 0
      }
      let field = line.withUnsafeBytes { ResponseHeadParser.trailer($0) }
      #expect(field.map { !$0.value.utf8.contains { $0 == 0x0D || $0 == 0x0A || $0 == 0 } } ?? true)
    }
  }
}

@Suite("Responses with the identity transfer coding")
struct IdentityCodingTests {
  @Test(
    "reads content up to its declared length or the end of the connection",
    arguments: [
      "Transfer-Encoding: identity\r\nContent-Length: 5\r\n\r\nhello", "Transfer-Encoding: Identity\r\n\r\nhello",
      "Transfer-Encoding: identity, identity\r\nContent-Length: 5\r\n\r\nhello",
    ]
  )
  func isAccepted(rest: String) async throws {
    let peer = try RawPeer { connection in
      if connection.readHead() != nil { connection.write("HTTP/1.1 200 OK\r\n\(rest)") }
    }
    defer { peer.stop() }
    let response = try await SystemTransport.make().send(HTTPRequest(url: peer.url, timeouts: .total(.seconds(300))))
    #expect(!response.headers.contains(.transferEncoding))
    #expect(try await response.body.collect(upTo: 100) == Data("hello".utf8))
  }

  @Test(
    "rejects a response with the identity coding and another coding",
    arguments: ["identity, chunked", "chunked, identity", "gzip, identity"]
  )
  func isAlone(codings: String) async throws {
    let peer = try RawPeer { connection in
      if connection.readHead() != nil {
        connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: \(codings)\r\n\r\n1\r\nx\r\n0\r\n\r\n")
      }
    }
    defer { peer.stop() }
    let error = try await #require(throws: NetworkError.self) {
      try await SystemTransport.make().send(HTTPRequest(url: peer.url, timeouts: .total(.seconds(300))))
    }
    guard case .protocolViolation = error else { throw error }
  }
}
#endif
