import Foundation
import Testing

@testable import LoopbackServer

struct FaultCase: Sendable, CustomTestStringConvertible {
  static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 5\r\n\r\n"
  static let chunkedHead =
    "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nTransfer-Encoding: chunked\r\n\r\n"

  let name: String
  let fault: Fault
  let wire: String
  let ending: RawClient.Ending
  var body = "hello"

  var testDescription: String { name }

  static let cuts: [FaultCase] = [Cut(close: true), Cut(close: false)].flatMap { cut in
    [
      FaultCase(name: "\(cut.name) before the head", fault: cut.fault(.beforeHead), wire: "", ending: cut.ending),
      FaultCase(
        name: "\(cut.name) at the first byte of the head",
        fault: cut.fault(.insideHead(afterBytes: 0)),
        wire: "",
        ending: cut.ending
      ),
      FaultCase(
        name: "\(cut.name) inside the status line",
        fault: cut.fault(.insideHead(afterBytes: 10)),
        wire: String(head.prefix(10)),
        ending: cut.ending
      ),
      FaultCase(
        name: "\(cut.name) before the last byte of the head",
        fault: cut.fault(.insideHead(afterBytes: head.utf8.count - 1)),
        wire: head.dropLast() + "\r",
        ending: cut.ending
      ),
      FaultCase(
        name: "\(cut.name) inside a head that is shorter",
        fault: cut.fault(.insideHead(afterBytes: 10_000)),
        wire: head,
        ending: cut.ending
      ),
      FaultCase(name: "\(cut.name) after the head", fault: cut.fault(.afterHead), wire: head, ending: cut.ending),
      FaultCase(
        name: "\(cut.name) inside the body",
        fault: cut.fault(.insideBody(afterBytes: 2)),
        wire: head + "he",
        ending: cut.ending
      ),
      FaultCase(
        name: "\(cut.name) inside a body that is shorter",
        fault: cut.fault(.insideBody(afterBytes: 99)),
        wire: head + "hello",
        ending: cut.ending
      ),
      FaultCase(
        name: "\(cut.name) after the body",
        fault: cut.fault(.afterBody),
        wire: head + "hello",
        ending: cut.ending
      ),
      FaultCase(
        name: "\(cut.name) inside chunks",
        fault: .combined([cut.fault(.insideBody(afterBytes: 5)), .badChunk(.missingLastChunk)]),
        wire: chunkedHead + "5\r\nhe",
        ending: cut.ending
      ),
    ]
  }

  private struct Cut {
    let close: Bool
    var name: String { close ? "close" : "reset" }
    var ending: RawClient.Ending { close ? .closed : .reset }
    func fault(_ point: Fault.Point) -> Fault { close ? .close(at: point) : .reset(at: point) }
  }

  static let chunks: [FaultCase] = [
    chunk(.malformedSize, "zz\r\nhello\r\n"),
    chunk(.negativeSize, "-5\r\nhello\r\n"),
    chunk(.overflowingSize, "fffffffffffffffff\r\nhello\r\n"),
    chunk(.sizeTooLarge, "15\r\nhello\r\n"),
    chunk(.sizeTooSmall, "4\r\nhello\r\n"),
    chunk(.missingTerminator, "5\r\nhelloXX"),
    chunk(.missingLastChunk, "5\r\nhello\r\n"),
    chunk(.malformedTrailer, "5\r\nhello\r\n0\r\nthis is no field\r\n\r\n"),
    FaultCase(
      name: "bad chunk with an empty body",
      fault: .badChunk(.malformedSize),
      wire: chunkedHead + "zz\r\na body in chunks\r\n",
      ending: .closed,
      body: ""
    ),
  ]

  private static func chunk(_ kind: Fault.BadChunk, _ wire: String) -> FaultCase {
    FaultCase(name: "bad chunk, \(kind)", fault: .badChunk(kind), wire: chunkedHead + wire, ending: .closed)
  }

  static let others: [FaultCase] = [
    FaultCase(
      name: "declared length too long",
      fault: .wrongContentLength(by: 5),
      wire: head.replacingOccurrences(of: "Length: 5", with: "Length: 10") + "hello",
      ending: .closed
    ),
    FaultCase(
      name: "declared length too long, without an end",
      fault: .combined([.wrongContentLength(by: 5), .close(at: .afterBody)]),
      wire: head.replacingOccurrences(of: "Length: 5", with: "Length: 10") + "hello",
      ending: .closed
    ),
    FaultCase(
      name: "declared length too short, then a close",
      fault: .combined([.wrongContentLength(by: -3), .close(at: .afterBody)]),
      wire: head.replacingOccurrences(of: "Length: 5", with: "Length: 2") + "hello",
      ending: .closed
    ),
    FaultCase(
      name: "declared length below zero is zero",
      fault: .combined([.wrongContentLength(by: -30), .close(at: .afterBody)]),
      wire: head.replacingOccurrences(of: "Length: 5", with: "Length: 0") + "hello",
      ending: .closed
    ),
    FaultCase(
      name: "raw bytes",
      fault: .raw(text: "ICY 200 OK\n\nnoise"),
      wire: "ICY 200 OK\n\nnoise",
      ending: .closed
    ),
    FaultCase(name: "no bytes", fault: .raw(Data()), wire: "", ending: .closed),
    FaultCase(
      name: "raw bytes cut by a reset",
      fault: .combined([.raw(text: "HTTP/1.1 200 OK\r\n"), .reset(at: .insideHead(afterBytes: 8))]),
      wire: "HTTP/1.1",
      ending: .reset
    ),
    FaultCase(
      name: "interim responses before a close",
      fault: .combined([.informational([102, 103], headers: ["Link": "</a>"]), .close(at: .beforeHead)]),
      wire: "HTTP/1.1 102 Processing\r\nLink: </a>\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n",
      ending: .closed
    ),
    FaultCase(
      name: "interim responses before the final response",
      fault: .combined([.informational([100]), .close(at: .afterBody)]),
      wire: "HTTP/1.1 100 Continue\r\n\r\n" + head + "hello",
      ending: .closed
    ),
    FaultCase(
      name: "an oversized header field",
      fault: .combined([.oversizedHeader(bytes: 9), .close(at: .afterBody)]),
      wire: head.replacingOccurrences(of: "Content-Length", with: "X-Oversized: ooooooooo\r\nContent-Length") + "hello",
      ending: .closed
    ),
    FaultCase(
      name: "many header fields",
      fault: .combined([.manyHeaders(count: 2), .close(at: .afterBody)]),
      wire: head.replacingOccurrences(of: "Content-Length", with: "X-Many-0: 0\r\nX-Many-1: 1\r\nContent-Length")
        + "hello",
      ending: .closed
    ),
    FaultCase(
      name: "trickled bytes are complete",
      fault: .combined([.trickle(bytes: 7, every: .microseconds(100)), .close(at: .insideBody(afterBytes: 3))]),
      wire: head + "hel",
      ending: .closed
    ),
    FaultCase(
      name: "several delays and then a close",
      fault: .combined([
        .delay(.milliseconds(1), at: .afterHead), .delay(.milliseconds(1), at: .insideBody(afterBytes: 1)),
        .close(at: .insideBody(afterBytes: 4)),
      ]),
      wire: head + "hell",
      ending: .closed
    ),
  ]

  static let all = cuts + chunks + others
}
