import Foundation

@testable import LoopbackServer

/// A parser's events in a comparable form.
struct ParserTranscript: Equatable, CustomStringConvertible {
  private(set) var events: [String] = []
  private(set) var failure: RequestFailure?
  private(set) var bodies: [Data] = []

  init(_ pieces: [[UInt8]], limits: LoopbackServer.Limits = .init()) {
    var parser = RequestParser(limits: limits)
    collect(from: &parser)
    for piece in pieces {
      parser.append(piece)
      collect(from: &parser)
    }
  }

  private mutating func collect(from parser: inout RequestParser) {
    while let event = parser.next() {
      switch event {
      case .head(let head): events.append("head \(Self.describe(head))")
      case .request(let head, let body):
        events.append("request \(Self.describe(head)) body \(body.base64EncodedString())")
        bodies.append(body)
      case .failure(let reason):
        events.append("failure \(reason)")
        failure = reason
      }
    }
  }

  private static func describe(_ head: RequestHead) -> String {
    let fields = ServerHeaders(head: head).fields.map { "\($0.name)=\($0.value)" }.joined(separator: "|")
    let facts = "\(head.minorVersion) \(head.framing) \(head.keepsAlive) \(head.expectsContinue)"
    return "\(head.text(head.method)) \(head.text(head.target)) \(facts) [\(fields)] \(head.bytes.count)"
  }

  var description: String { events.joined(separator: "\n") }
}
