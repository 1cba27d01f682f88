import Foundation
import LoopbackServer
import Testing

@testable import Networking

/// A fault and the client's expected result.
struct FaultRow: Sendable, CustomTestStringConvertible {
  enum Outcome: Sendable, Equatable {
    /// An error, which includes the server's origin if possible.
    case error(NetworkError)
    /// A protocol violation, described in the transport's words.
    case violation
    /// The client isn't affected and receives this text.
    case text(String)
  }

  let name: String
  var response = ServerResponse.text("hello")
  var configuration = LoopbackServer.Configuration()
  var timeouts = Timeouts.total(.seconds(300))
  var method = HTTPMethod.get
  var limit = 1 << 20
  let outcome: @Sendable (_ origin: String) -> Outcome

  var testDescription: String { name }

  init(_ name: String, _ fault: Fault, _ outcome: @escaping @Sendable (_ origin: String) -> Outcome) {
    self.name = name
    response = ServerResponse.text("hello").failing(with: fault)
    self.outcome = outcome
  }

  /// Creates a fault that sends these bytes as the whole response, then closes the connection.
  init(_ name: String, raw: String, _ outcome: @escaping @Sendable (_ origin: String) -> Outcome) {
    self.init(name, .raw(text: raw), outcome)
  }

  func with(_ change: (inout FaultRow) -> Void) -> FaultRow {
    var copy = self
    change(&copy)
    return copy
  }
}

extension FaultRow {
  static let violation: @Sendable (String) -> Outcome = { _ in .violation }

  static func lost(_ stage: NetworkError.ResponseStage) -> @Sendable (String) -> Outcome {
    { .error(.connectionLost(stage, origin: $0)) }
  }

  static func text(_ text: String) -> @Sendable (String) -> Outcome {
    { _ in .text(text) }
  }

  static func timeout(_ phase: NetworkError.TimeoutPhase) -> @Sendable (String) -> Outcome {
    { .error(.timedOut(phase, limit: shortLimit, origin: $0)) }
  }

  static let shortLimit = Duration.milliseconds(40)

  static let all = cuts + chunks + lengths + heads + waits + others

  // The responses cut off at several positions; the status line has 17 bytes.
  private static let cuts: [FaultRow] =
    [1, 7, 8, 12, 16].flatMap { count in
      [
        FaultRow(
          "close within the status line, after \(count)",
          .close(at: .insideHead(afterBytes: count)),
          lost(.beforeResponse)
        ),
        FaultRow(
          "reset within the status line, after \(count)",
          .reset(at: .insideHead(afterBytes: count)),
          lost(.beforeResponse)
        ),
      ]
    }
    + [17, 18, 20, 30, 44, 60].flatMap { count in
      [
        FaultRow("close within the fields, after \(count)", .close(at: .insideHead(afterBytes: count)), lost(.inHead)),
        FaultRow("reset within the fields, after \(count)", .reset(at: .insideHead(afterBytes: count)), lost(.inHead)),
      ]
    }
    + [
      FaultRow("close without a response", .close(at: .beforeHead), lost(.beforeResponse)),
      FaultRow("reset without a response", .reset(at: .beforeHead), lost(.beforeResponse)),
      FaultRow("close between head and body", .close(at: .afterHead), lost(.inBody)),
      FaultRow("reset between head and body", .reset(at: .afterHead), lost(.inBody)),
    ]
    + [1, 2, 4].flatMap { count in
      [
        FaultRow("close within the body, after \(count)", .close(at: .insideBody(afterBytes: count)), lost(.inBody)),
        FaultRow("reset within the body, after \(count)", .reset(at: .insideBody(afterBytes: count)), lost(.inBody)),
      ]
    }
    + [
      FaultRow(
        "close after an interim response",
        .combined([.informational([103]), .close(at: .beforeHead)]),
        lost(.beforeResponse)
      ),
      FaultRow(
        "reset after an interim response",
        .combined([.informational([103]), .reset(at: .beforeHead)]),
        lost(.beforeResponse)
      ),
      FaultRow("close after the body", .close(at: .afterBody), text("hello")),
    ]

  private static let chunks: [FaultRow] = [
    FaultRow("a malformed chunk size", .badChunk(.malformedSize), violation),
    FaultRow("a negative chunk size", .badChunk(.negativeSize), violation),
    FaultRow("a chunk size beyond 64 bits", .badChunk(.overflowingSize), violation),
    FaultRow("a chunk shorter than its size", .badChunk(.sizeTooLarge), lost(.inBody)),
    FaultRow("a chunk longer than its size", .badChunk(.sizeTooSmall), violation),
    FaultRow("a chunk without its line break", .badChunk(.missingTerminator), violation),
    FaultRow("a missing last chunk", .badChunk(.missingLastChunk), lost(.inBody)),
    FaultRow("a malformed trailer", .badChunk(.malformedTrailer), violation),
    FaultRow(
      "a chunked response without any chunk",
      raw: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
      lost(.inBody)
    ),
    FaultRow(
      "a chunk that ends within its size",
      raw: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5",
      lost(.inBody)
    ),
    FaultRow(
      "an unknown transfer coding",
      raw: "HTTP/1.1 200 OK\r\nTransfer-Encoding: magic\r\n\r\nhello",
      violation
    ),
    FaultRow(
      "a chunk size with another character",
      raw: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5g\r\nhello\r\n0\r\n\r\n",
      violation
    ),
    FaultRow(
      "chunks within chunks",
      raw: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked, chunked\r\n\r\n\(chunk)",
      violation
    ),
    FaultRow(
      "the chunked coding in two fields",
      raw: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n\(chunk)",
      violation
    ),
    FaultRow(
      "chunks in HTTP/1.0",
      raw: "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\(chunk)",
      violation
    ),
  ]

  private static let chunk = "5\r\nhello\r\n0\r\n\r\n"

  private static func sized(_ length: String, body: String = "hello") -> String {
    "HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n\(body)"
  }

  private static let lengths: [FaultRow] = [
    FaultRow("a length that is one too long", .wrongContentLength(by: 1), lost(.inBody)),
    FaultRow("a length that is a million too long", .wrongContentLength(by: 1_000_000), lost(.inBody)),
    FaultRow("a length that is two too short", .wrongContentLength(by: -2), text("hel")),
    FaultRow("an empty length", .wrongContentLength(by: -5), text("")),
    FaultRow("a negative length", raw: sized("-1"), violation),
    FaultRow("a malformed length", raw: sized("five"), violation),
    FaultRow("a length beyond 64 bits", raw: sized("99999999999999999999"), violation),
    FaultRow("two lengths", raw: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 2\r\n\r\nhello", violation),
    FaultRow(
      "the same length twice",
      raw: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 5\r\n\r\nhello",
      text("hello")
    ),
    FaultRow(
      "no length: the body ends with the connection",
      raw: "HTTP/1.1 200 OK\r\n\r\nhello",
      text("hello")
    ),
    FaultRow(
      "chunks and a length",
      raw: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
      text("hello")
    ),
    FaultRow("no content with a length", raw: "HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\nhello", text("")),
    FaultRow("a body larger than allowed", .infiniteBody) { _ in .error(.bodyTooLarge(limit: 1000)) }
      .with { $0.limit = 1000 },
  ]

  private static func head(_ lines: String) -> String { "\(lines)Content-Length: 5\r\n\r\nhello" }

  private static let heads: [FaultRow] = [
    FaultRow("only a line break", raw: "\r\n", violation),
    FaultRow("text that isn't HTTP", raw: "Welcome to nothing\r\n\r\n", violation),
    FaultRow("an HTML page without a head", raw: "<html>hello</html>", violation),
    FaultRow("an SMTP greeting", raw: "220 mail.example ESMTP\r\n", violation),
    FaultRow("an ICY status line", raw: head("ICY 200 OK\r\n"), violation),
    FaultRow("an SSH banner", raw: "SSH-2.0-OpenSSH_9.2\r\n", violation),
    FaultRow("a status of two digits", raw: head("HTTP/1.1 20 OK\r\n"), violation),
    FaultRow("a status of four digits", raw: head("HTTP/1.1 2000 OK\r\n"), violation),
    FaultRow("a malformed status", raw: head("HTTP/1.1 abc OK\r\n"), violation),
    FaultRow("a status below 100", raw: head("HTTP/1.1 099 OK\r\n"), violation),
    FaultRow("an unknown version", raw: head("HTTP/7.3 200 OK\r\n"), violation),
    FaultRow("a version without a number", raw: head("HTTP/x 200 OK\r\n"), violation),
    FaultRow("an HTTP/2 status line without negotiation", raw: head("HTTP/2 200\r\n"), violation),
    FaultRow("HTTP/1.0", raw: head("HTTP/1.0 200 OK\r\n"), text("hello")),
    FaultRow("no reason phrase", raw: head("HTTP/1.1 200\r\n"), text("hello")),
    FaultRow("line feeds without carriage returns", raw: "HTTP/1.1 200 OK\nContent-Length: 5\n\nhello", text("hello")),
    FaultRow("a field without a colon", raw: head("HTTP/1.1 200 OK\r\nno colon\r\n"), violation),
    FaultRow("a field without a name", raw: head("HTTP/1.1 200 OK\r\n: x\r\n"), violation),
    FaultRow("a space within a field's name", raw: head("HTTP/1.1 200 OK\r\na b: x\r\n"), violation),
    FaultRow("a space before the colon", raw: head("HTTP/1.1 200 OK\r\nX : y\r\n"), violation),
    FaultRow("NUL within a field", raw: head("HTTP/1.1 200 OK\r\nX: a\u{0}b\r\n"), violation),
    FaultRow("a field of 300 KiB", .oversizedHeader(bytes: 300 << 10), violation),
    FaultRow("20,000 fields", .manyHeaders(count: 20_000), violation),
    FaultRow("an endless head", .endlessHead, violation),
    FaultRow("10 random bytes", .garbage(bytes: 10), violation),
    FaultRow("1,000 random bytes", .garbage(bytes: 1_000), violation),
    FaultRow("a million random bytes", .garbage(bytes: 1_000_000), violation),
    FaultRow("50,000 interim responses", .informational(Array(repeating: 103, count: 50_000)), violation),
    FaultRow("100 interim responses", .informational(Array(repeating: 103, count: 100)), text("hello")),
    FaultRow(
      "only interim responses",
      raw: "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Hints\r\n\r\n",
      lost(.beforeResponse)
    ),
    FaultRow(
      "an unrequested protocol",
      raw: "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n",
      violation
    ),
  ]

  private static let waits: [FaultRow] =
    [
      ("no response", Fault.neverAnswer), ("half a status line", .stall(at: .insideHead(afterBytes: 9))),
      ("half a head", .stall(at: .insideHead(afterBytes: 25))),
      ("a late response", .delay(.seconds(60), at: .beforeHead)),
      ("a slow head", .trickle(bytes: 1, every: .milliseconds(40), .head)),
    ].flatMap { name, fault in
      [
        FaultRow("\(name): first byte", fault, timeout(.firstByte)).with { $0.timeouts.firstByte = shortLimit },
        FaultRow("\(name): total", fault, timeout(.total)).with { $0.timeouts.total = shortLimit },
      ]
    }
    + [
      ("a head alone", Fault.stall(at: .afterHead)), ("half a body", .stall(at: .insideBody(afterBytes: 3))),
      ("a body with a pause", .delay(.seconds(60), at: .insideBody(afterBytes: 3))),
      (
        "a chunk that stalls",
        .raw(text: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhe", keepsOpen: true)
      ),
    ].flatMap { name, fault in
      [
        FaultRow("\(name): idle", fault, timeout(.idle)).with { $0.timeouts.idle = shortLimit },
        FaultRow("\(name): total", fault, timeout(.total)).with { $0.timeouts.total = shortLimit },
      ]
    }
    + [
      FaultRow(
        "a body that keeps trickling",
        .combined([.infiniteBody, .trickle(bytes: 1, every: .milliseconds(20), .body)]),
        timeout(.total)
      )
      .with { $0.timeouts.total = shortLimit },
      FaultRow("a connection that the server accepts but ignores", .neverAnswer, timeout(.firstByte))
        .with {
          $0.timeouts.firstByte = shortLimit
          $0.configuration.onAccept = { _ in .stall }
        },
    ]

  private static let endlessTrailers =
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n"
    + String(repeating: "X-Trailer: \(String(repeating: "x", count: 100))\r\n", count: 10_000) + "\r\n"

  private static let others: [FaultRow] = [
    FaultRow("a connection closed immediately", .close(at: .beforeHead), lost(.beforeResponse))
      .with { $0.configuration.onAccept = { _ in .close } },
    FaultRow("a connection reset immediately", .close(at: .beforeHead), lost(.beforeResponse))
      .with { $0.configuration.onAccept = { _ in .reset } },
    FaultRow(
      "invalid gzip",
      raw: "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nhello",
      violation
    ),
    FaultRow("truncated gzip in a complete message", .close(at: .afterBody), lost(.inBody)).with {
      let bytes = Data(base64Encoded: "H4sIAAAAAAACA8tIzcnJ11FI") ?? Data()
      $0.response = ServerResponse(headers: ["Content-Encoding": "gzip"], body: .bytes(bytes))
    },
    FaultRow(
      "an unknown coding",
      raw: "HTTP/1.1 200 OK\r\nContent-Encoding: magic\r\nContent-Length: 5\r\n\r\nhello",
      text("hello")
    ),
    FaultRow(
      "a character set instead of a coding",
      raw: "HTTP/1.1 200 OK\r\nContent-Encoding: utf-8\r\nContent-Length: 5\r\n\r\nhello",
      text("hello")
    ),
    FaultRow(
      "a coding without content",
      raw: "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 0\r\n\r\n",
      text("")
    ),
    FaultRow(
      "an unrequested compressed transfer",
      raw: "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
      violation
    ),
    FaultRow("endless trailers", .raw(Data(endlessTrailers.utf8)), violation),
    FaultRow("a body after the head of a response to HEAD", .wrongContentLength(by: 10), text(""))
      .with { $0.method = .head },
    FaultRow("a truncated HEAD response", .close(at: .insideHead(afterBytes: 20)), lost(.inHead))
      .with { $0.method = .head },
    FaultRow("a close before the response to POST", .close(at: .beforeHead), lost(.beforeResponse)).with {
      $0.method = .post
    },
  ]
}
