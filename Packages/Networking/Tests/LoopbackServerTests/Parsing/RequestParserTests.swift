import Foundation
import Testing

@testable import LoopbackServer

@Suite("Request parser")
struct RequestParserTests {
  private func parse(_ text: String) -> ParserTranscript { ParserTranscript([Array(text.utf8)]) }

  private func head(_ text: String) throws -> RequestHead {
    var parser = RequestParser(limits: .init())
    parser.append(Array(text.utf8))
    guard case .head(let head) = parser.next() else {
      throw MissingHead()
    }
    return head
  }

  private struct MissingHead: Error {}

  @Test("completes a request without a body at the end of the head")
  func withoutBody() {
    // When: a GET arrives
    let transcript = parse("GET /a?b=c HTTP/1.1\r\nHost: h\r\nAccept: */*\r\n\r\n")
    // Then: the parser returns a head and a request
    #expect(
      transcript.events == [
        "head GET /a?b=c 1 none true false [Host=h|Accept=*/*] 45",
        "request GET /a?b=c 1 none true false [Host=h|Accept=*/*] 45 body ",
      ]
    )
  }

  @Test("reads a body up to the declared length, then reads the next request")
  func lengthAndNext() {
    // When: a POST and a GET arrive together
    let transcript = parse(
      "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhelloGET /2 HTTP/1.1\r\nHost: h\r\n\r\n"
    )
    // Then: the parser returns both requests in order
    #expect(transcript.bodies == [Data("hello".utf8), Data()])
    #expect(transcript.events.count == 4)
    #expect(transcript.failure == nil)
  }

  @Test(
    "joins the chunks of a body and skips chunk extensions and trailers",
    arguments: [
      "5\r\nhello\r\n0\r\n\r\n",
      "2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n",
      "0000000000000005\r\nhello\r\n000\r\n\r\n",
      "5;name=value;q=\"a b\"\r\nhello\r\n0;last\r\n\r\n",
      "5 ; name\r\nhello\r\n0\r\n\r\n",
      "5\r\nhello\r\n0\r\nX-Trailer: a\r\nExpires: never\r\n\r\n",
      "1\r\nh\r\n1\r\ne\r\n1\r\nl\r\n1\r\nl\r\n1\r\no\r\n0\r\n\r\n",
    ]
  )
  func chunks(_ body: String) {
    // When: a chunked POST and another request arrive together
    let transcript = parse(
      "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: CHUNKED\r\n\r\n\(body)GET / HTTP/1.1\r\nHost: h\r\n\r\n"
    )
    // Then: the body is complete, and no bytes remain
    #expect(transcript.bodies == [Data("hello".utf8), Data()])
    #expect(transcript.failure == nil)
  }

  @Test(
    "decides whether to keep the connection open based on the version and the Connection field",
    arguments: [
      ("HTTP/1.1", "", true), ("HTTP/1.1", "Connection: close\r\n", false),
      ("HTTP/1.1", "Connection: keep-alive\r\n", true), ("HTTP/1.1", "Connection: Upgrade, Close\r\n", false),
      ("HTTP/1.1", "Connection: keep-alive\r\nConnection: close\r\n", false),
      ("HTTP/1.1", "Connection: closed\r\n", true), ("HTTP/1.2", "", true),
      ("HTTP/1.0", "", false), ("HTTP/1.0", "Connection: keep-alive\r\n", true),
      ("HTTP/1.0", "Connection: Keep-Alive, close\r\n", false),
    ]
  )
  func keepAlive(version: String, field: String, expected: Bool) throws {
    #expect(try head("GET / \(version)\r\nHost: h\r\n\(field)\r\n").keepsAlive == expected)
  }

  @Test(
    "parses all four forms of the request target",
    arguments: [
      ("GET /a/b?c=d", "/a/b", "c=d"), ("GET /", "/", nil), ("GET /?", "/", ""),
      ("GET http://host:80/a?b", "/a", "b"), ("GET http://host", "", nil), ("GET http://host?q", "", "q"),
      ("OPTIONS *", "*", nil), ("CONNECT host:443", "host:443", nil), ("GET //a//b", "//a//b", nil),
      ("GET /a?b?c=/d", "/a", "b?c=/d"), ("GET /a:b@c;d=e,f", "/a:b@c;d=e,f", nil), ("GET /?a[]=1", "/", "a[]=1"),
    ] as [(String, String, String?)]
  )
  func targets(line: String, path: String, query: String?) throws {
    let head = try head("\(line) HTTP/1.1\r\nHost: h\r\n\r\n")
    #expect(head.text(head.path) == path)
    #expect(head.query.map(head.text) == query)
  }

  @Test(
    "accepts unusual but valid requests",
    arguments: [
      "\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n",
      "GET / HTTP/1.1\r\nHost:\r\n\r\n",
      "GET / HTTP/1.1\r\nHost:h\r\nA:\r\nB: \t \r\nC:\t c \t\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: [::1]:80\r\n\r\n",
      "M-SEARCH / HTTP/1.1\r\nHost: h\r\n\r\n",
      "get / HTTP/1.1\r\nHost: h\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: h\r\nA: \u{FC}\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: h\r\nContent-Length: 0, 0\r\nContent-Length: 00\r\n\r\n",
      "GET / HTTP/1.0\r\n\r\n",
      "GET / HTTP/1.0\r\nExpect: 200-ok\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: h\r\n!#$%&'*+-.^_`|~09azAZ: v\r\n\r\n",
    ]
  )
  func allowed(_ text: String) {
    let transcript = parse(text)
    #expect(transcript.failure == nil)
    #expect(transcript.events.count == 2)
  }

  @Test("recognizes the Expect field case-insensitively")
  func expectation() throws {
    #expect(try head("POST / HTTP/1.1\r\nHost: h\r\nExpect: 100-Continue\r\nContent-Length: 1\r\n\r\n").expectsContinue)
    #expect(try !head("POST / HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n").expectsContinue)
  }

  @Test("accepts requests at each limit and rejects requests one byte larger")
  func limitsAreExact() {
    // Given: small limits
    var limits = LoopbackServer.Limits()
    limits.requestLineBytes = 20
    limits.headerBytes = 18
    limits.headerFields = 2
    limits.bodyBytes = 5
    func failure(_ text: String) -> RequestFailure? { ParserTranscript([Array(text.utf8)], limits: limits).failure }
    // Then: requests may reach each limit but not exceed it
    #expect(failure("GET /aaaaaa HTTP/1.1\r\nHost: h\r\n\r\n") == nil)
    #expect(failure("GET /aaaaaaa HTTP/1.1\r\nHost: h\r\n\r\n") == .targetTooLong)
    #expect(failure("GET / HTTP/1.1\r\nHost: h\r\nA: bc\r\n\r\n") == nil)
    #expect(failure("GET / HTTP/1.1\r\nHost: h\r\nA: bcdef\r\n\r\n") == .headerTooLarge)
    #expect(failure("GET / HTTP/1.1\r\nHost:\r\nA:\r\nB:\r\n\r\n") == .tooManyFields)
    #expect(failure("GET / HTTP/1.1\r\nHost:\r\nContent-Length:5\r\n\r\nhello") == .headerTooLarge)
    limits.headerBytes = 100
    #expect(failure("GET / HTTP/1.1\r\nHost:\r\nContent-Length:5\r\n\r\nhello") == nil)
    #expect(failure("GET / HTTP/1.1\r\nHost:\r\nContent-Length:6\r\n\r\n") == .bodyTooLarge)
    #expect(failure("GET / HTTP/1.1\r\nHost:\r\nTransfer-Encoding:chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n") == nil)
    #expect(
      failure("GET / HTTP/1.1\r\nHost:\r\nTransfer-Encoding:chunked\r\n\r\n4\r\nhell\r\n2\r\n") == .bodyTooLarge
    )
  }

  @Test("reassembles a large body that arrives in many chunks")
  func largeBody() {
    // Given: a body larger than the parser's buffer
    let body = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
    let head = Array("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: \(body.count)\r\n\r\n".utf8)
    let bytes = head + body
    // When: the bytes arrive in chunks with an odd size
    let pieces = stride(from: 0, to: bytes.count, by: 4_999).map { Array(bytes[$0..<min($0 + 4_999, bytes.count)]) }
    let transcript = ParserTranscript(pieces)
    // Then: the body is unchanged
    #expect(transcript.bodies == [body])
  }
}
