import Foundation
import Testing

@testable import LoopbackServer

struct MalformedRequest: Sendable, CustomTestStringConvertible {
  let name: String
  let bytes: [UInt8]
  let failure: RequestFailure

  init(_ name: String, _ text: String, _ failure: RequestFailure) {
    self.name = name
    bytes = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    self.failure = failure
  }

  init(field line: String, _ failure: RequestFailure) {
    self.init("field '\(line.debugDescription)'", "GET / HTTP/1.1\r\nHost: h\r\n\(line)\r\n\r\n", failure)
  }

  init(line: String, _ failure: RequestFailure) {
    self.init("line '\(line.debugDescription)'", "\(line)\r\nHost: h\r\n\r\n", failure)
  }

  init(chunks: String, _ failure: RequestFailure) {
    self.init(
      "chunks '\(chunks.debugDescription)'",
      "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n\(chunks)",
      failure
    )
  }

  var testDescription: String { "\(name): \(failure)" }

  static let requestLines: [MalformedRequest] = [
    .init(line: "GET", .malformedRequestLine),
    .init(line: "GET /", .malformedRequestLine),
    .init(line: "GET  / HTTP/1.1", .malformedRequestLine),
    .init(line: "GET /  HTTP/1.1", .malformedRequestLine),
    .init(line: " GET / HTTP/1.1", .malformedRequestLine),
    .init(line: "GET / HTTP/1.1 ", .malformedRequestLine),
    .init(line: "GET\t/ HTTP/1.1", .malformedRequestLine),
    .init(line: "G(T / HTTP/1.1", .malformedRequestLine),
    .init(line: "G\u{0}T / HTTP/1.1", .malformedRequestLine),
    .init(line: "GÉT / HTTP/1.1", .malformedRequestLine),
    .init(line: "GET / http/1.1", .malformedRequestLine),
    .init(line: "GET / HTTP/1", .malformedRequestLine),
    .init(line: "GET / HTTP/1.", .malformedRequestLine),
    .init(line: "GET / HTTP/11.1", .malformedRequestLine),
    .init(line: "GET / HTTP/1.10", .malformedRequestLine),
    .init(line: "GET / HTTP/a.1", .malformedRequestLine),
    .init(line: "GET / HTTPS/1.1", .malformedRequestLine),
    .init(line: "GET / \r HTTP/1.1", .malformedRequestLine),
    .init(line: "HTTP/1.1 200 OK", .malformedRequestLine),
    .init(line: "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}", .malformedRequestLine),
    .init("five empty lines", "\r\n\r\n\r\n\r\n\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n", .malformedRequestLine),
    .init(line: "GET / HTTP/2.0", .unsupportedVersion),
    .init(line: "GET / HTTP/0.9", .unsupportedVersion),
    .init(line: "PRI * HTTP/2.0", .unsupportedVersion),
    .init("line feed alone after the request line", "GET / HTTP/1.1\nHost: h\r\n\r\n", .bareLineFeed),
    .init("line feed alone as an empty line", "\nGET / HTTP/1.1\r\nHost: h\r\n\r\n", .bareLineFeed),
    .init("long request line", "GET /\(String(repeating: "a", count: 9_000)) HTTP/1.1\r\n", .targetTooLong),
    .init("endless request line", String(repeating: "a", count: 9_000), .targetTooLong),
  ]

  static let targets: [MalformedRequest] = [
    .init(line: "GET index.html HTTP/1.1", .malformedTarget),
    .init(line: "GET * HTTP/1.1", .malformedTarget),
    .init(line: "GET /a#b HTTP/1.1", .malformedTarget),
    .init(line: "GET /a\"b HTTP/1.1", .malformedTarget),
    .init(line: "GET /<a> HTTP/1.1", .malformedTarget),
    .init(line: "GET /a\\b HTTP/1.1", .malformedTarget),
    .init(line: "GET /a^b HTTP/1.1", .malformedTarget),
    .init(line: "GET /a`b HTTP/1.1", .malformedTarget),
    .init(line: "GET /{a} HTTP/1.1", .malformedTarget),
    .init(line: "GET /a|b HTTP/1.1", .malformedTarget),
    .init(line: "GET /a\u{7F} HTTP/1.1", .malformedTarget),
    .init(line: "GET /a\u{0}b HTTP/1.1", .malformedTarget),
    .init(line: "GET /a\rb HTTP/1.1", .malformedTarget),
    .init(line: "GET /ü HTTP/1.1", .malformedTarget),
    .init(line: "GET /% HTTP/1.1", .malformedTarget),
    .init(line: "GET /%4 HTTP/1.1", .malformedTarget),
    .init(line: "GET /%4g HTTP/1.1", .malformedTarget),
    .init(line: "GET /a?b=%zz HTTP/1.1", .malformedTarget),
    .init(line: "GET http:// HTTP/1.1", .malformedTarget),
    .init(line: "GET http:///a HTTP/1.1", .malformedTarget),
    .init(line: "GET http://user@host/ HTTP/1.1", .malformedTarget),
    .init(line: "GET 1http://host/ HTTP/1.1", .malformedTarget),
    .init(line: "GET host:80 HTTP/1.1", .malformedTarget),
    .init(line: "CONNECT a/b HTTP/1.1", .malformedTarget),
  ]

  static let fields: [MalformedRequest] = [
    .init(field: ": value", .malformedFieldName),
    .init(field: "no colon", .whitespaceBeforeColon),
    .init(field: "nocolon", .malformedFieldName),
    .init(field: "Name : value", .whitespaceBeforeColon),
    .init(field: "Name\t: value", .whitespaceBeforeColon),
    .init(field: "Na(me: value", .malformedFieldName),
    .init(field: "Na\u{0}me: value", .malformedFieldName),
    .init(field: "Näme: value", .malformedFieldName),
    .init(field: "\"Name\": value", .malformedFieldName),
    .init(field: " Name: value", .foldedField),
    .init(field: "A: b\r\n folded", .foldedField),
    .init(field: "A: b\r\n\tfolded", .foldedField),
    .init("folded first line", "GET / HTTP/1.1\r\n Host: h\r\n\r\n", .foldedField),
    .init(field: "A: b\u{0}c", .malformedFieldValue),
    .init(field: "A: b\rc", .malformedFieldValue),
    .init(field: "A: b\r", .malformedFieldValue),
    .init(field: "A: b\u{1B}[31mc", .malformedFieldValue),
    .init(field: "A: b\u{7F}c", .malformedFieldValue),
    .init("line feed alone after a field", "GET / HTTP/1.1\r\nHost: h\nA: b\r\n\r\n", .bareLineFeed),
    .init("line feed alone at the end", "GET / HTTP/1.1\r\nHost: h\r\n\n", .bareLineFeed),
    .init("no Host", "GET / HTTP/1.1\r\nA: b\r\n\r\n", .missingHost),
    .init(field: "Host: other", .repeatedHost),
    .init(field: "host: h", .repeatedHost),
    .init("Host with a path", "GET / HTTP/1.1\r\nHost: h/p\r\n\r\n", .repeatedHost),
    .init("Host with user information", "GET / HTTP/1.1\r\nHost: u@h\r\n\r\n", .repeatedHost),
    .init("two hosts in one", "GET / HTTP/1.1\r\nHost: h i\r\n\r\n", .repeatedHost),
    .init(field: "Expect: 200-ok", .unknownExpectation),
    .init(
      "too many fields",
      "GET / HTTP/1.1\r\nHost: h\r\n" + (0..<100).map { "A\($0): b\r\n" }.joined() + "\r\n",
      .tooManyFields
    ),
    .init(field: "A: " + String(repeating: "b", count: 70_000), .headerTooLarge),
    .init(
      "large fields together",
      "GET / HTTP/1.1\r\nHost: h\r\n" + (0..<80).map { "A\($0): \(String(repeating: "b", count: 900))\r\n" }.joined(),
      .headerTooLarge
    ),
  ]

  static let framings: [MalformedRequest] = [
    .init(field: "Content-Length: ", .malformedContentLength),
    .init(field: "Content-Length: ,", .malformedContentLength),
    .init(field: "Content-Length: -1", .malformedContentLength),
    .init(field: "Content-Length: +1", .malformedContentLength),
    .init(field: "Content-Length: 1 1", .malformedContentLength),
    .init(field: "Content-Length: 0x10", .malformedContentLength),
    .init(field: "Content-Length: 1.0", .malformedContentLength),
    .init(field: "Content-Length: 1e3", .malformedContentLength),
    .init(field: "Content-Length: ٣", .malformedContentLength),
    .init(field: "Content-Length: 5\r\nContent-Length: 6", .conflictingContentLengths),
    .init(field: "Content-Length: 5, 6", .conflictingContentLengths),
    .init(field: "Content-Length: 67108865", .bodyTooLarge),
    .init(field: "Content-Length: 9223372036854775807", .bodyTooLarge),
    .init(field: "Content-Length: 9223372036854775808", .bodyTooLarge),
    .init(field: "Content-Length: 99999999999999999999999", .bodyTooLarge),
    .init(field: "Content-Length: 18446744073709551617", .bodyTooLarge),
    .init(field: "Content-Length: 5\r\nTransfer-Encoding: chunked", .contentLengthAndTransferEncoding),
    .init(field: "Transfer-Encoding: chunked\r\nContent-Length: 5", .contentLengthAndTransferEncoding),
    .init(field: "Content-Length: 0\r\nTransfer-Encoding: identity", .contentLengthAndTransferEncoding),
    .init(field: "Transfer-Encoding: gzip", .unknownTransferCoding),
    .init(field: "Transfer-Encoding: gzip, chunked", .unknownTransferCoding),
    .init(field: "Transfer-Encoding: chunked, gzip", .unknownTransferCoding),
    .init(field: "Transfer-Encoding: identity", .unknownTransferCoding),
    .init(field: "Transfer-Encoding: xchunked", .unknownTransferCoding),
    .init(field: "Transfer-Encoding: chunked;q=1", .unknownTransferCoding),
    .init(field: "Transfer-Encoding: \"chunked\"", .unknownTransferCoding),
    .init(field: "Transfer-Encoding: chunked, chunked", .malformedTransferEncoding),
    .init(field: "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", .malformedTransferEncoding),
    .init(field: "Transfer-Encoding: ", .malformedTransferEncoding),
    .init(field: "Transfer-Encoding : chunked", .whitespaceBeforeColon),
    .init(
      "chunked in HTTP/1.0",
      "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      .transferEncodingInOldVersion
    ),
  ]

  static let chunkedBodies: [MalformedRequest] = [
    .init(chunks: "\r\n", .malformedChunk),
    .init(chunks: "g\r\n", .malformedChunk),
    .init(chunks: "-1\r\n", .malformedChunk),
    .init(chunks: "0x5\r\nhello\r\n", .malformedChunk),
    .init(chunks: " 5\r\nhello\r\n", .malformedChunk),
    .init(chunks: "5 \r\nhello\r\n", .malformedChunk),
    .init(chunks: "5 5\r\nhello\r\n", .malformedChunk),
    .init(chunks: "5;a\u{0}b\r\nhello\r\n", .malformedChunk),
    .init(chunks: "5;a\rb\r\nhello\r\n", .malformedChunk),
    .init(chunks: "00000000000000005\r\nhello\r\n", .malformedChunk),
    .init(chunks: "fffffffffffffffff\r\n", .malformedChunk),
    .init(chunks: "ffffffffffffffff\r\n", .bodyTooLarge),
    .init(chunks: "7fffffffffffffff\r\n", .bodyTooLarge),
    .init(chunks: "4000001\r\n", .bodyTooLarge),
    .init(chunks: "5\nhello\r\n", .bareLineFeed),
    .init(chunks: "5\r\nhelloXX", .malformedChunk),
    .init(chunks: "5\r\nhello\rX", .malformedChunk),
    .init(chunks: "5\r\nhello\n0\r\n\r\n", .malformedChunk),
    .init(chunks: "4\r\nhello\r\n0\r\n\r\n", .malformedChunk),
    .init(chunks: "6\r\nhello\r\n0\r\n\r\n", .malformedChunk),
    .init(chunks: "5;" + String(repeating: "e", count: 2_000), .chunkLineTooLong),
    .init(chunks: String(repeating: "0", count: 2_000), .chunkLineTooLong),
    .init(chunks: "0\r\nnocolon\r\n\r\n", .malformedFieldName),
    .init(chunks: "0\r\nA: b\r\n folded\r\n\r\n", .foldedField),
    .init(chunks: "0\r\nA : b\r\n\r\n", .whitespaceBeforeColon),
    .init(chunks: "0\r\nA: \u{0}\r\n\r\n", .malformedFieldValue),
    .init(chunks: "0\r\nA: b\n\r\n", .bareLineFeed),
    .init(chunks: "0\r\n" + (0..<101).map { "A\($0): b\r\n" }.joined() + "\r\n", .tooManyFields),
    .init(chunks: "0\r\nA: " + String(repeating: "b", count: 70_000), .headerTooLarge),
  ]

  static let all = requestLines + targets + fields + framings + chunkedBodies
}

@Suite("Request parser with malformed requests")
struct MalformedRequestTests {
  @Test("rejects each malformed request with the matching reason", arguments: MalformedRequest.all)
  func failsWithReason(_ request: MalformedRequest) {
    // When: all bytes arrive at once
    let transcript = ParserTranscript([request.bytes])
    // Then: the parser reports the expected failure
    #expect(transcript.failure == request.failure)
  }

  @Test("rejects a malformed request in the same way if it arrives byte by byte", arguments: MalformedRequest.all)
  func failsEquallyInPieces(_ request: MalformedRequest) {
    // Given: the result if all bytes arrive at once
    let whole = ParserTranscript([request.bytes])
    // When: the bytes arrive one at a time
    let pieces = ParserTranscript(request.bytes.map { [$0] })
    // Then: the results are equal
    #expect(pieces == whole)
  }

  @Test("parses no further requests after a failure")
  func nothingAfterFailure() {
    // Given: a parser that has failed
    let bad = Array("BAD\r\n".utf8)
    let good = Array("GET / HTTP/1.1\r\nHost: h\r\n\r\n".utf8)
    // When: a valid request follows
    let transcript = ParserTranscript([bad, good])
    // Then: the failure is the only event
    #expect(transcript.events == ["failure malformedRequestLine"])
  }

  @Test("gives every rejection an error status and a sentence with the reason", arguments: RequestFailure.allCases)
  func hasStatusAndSentence(_ failure: RequestFailure) {
    // Then: the status is an error, and the reason is a sentence
    #expect([400, 408, 413, 414, 417, 431, 501, 505].contains(failure.status))
    #expect(failure.sentence.hasSuffix("."))
  }

  @Test("uses the HTTP status that matches the reason for the rejection")
  func statuses() {
    #expect(RequestFailure.targetTooLong.status == 414)
    #expect(RequestFailure.headerTooLarge.status == 431)
    #expect(RequestFailure.tooManyFields.status == 431)
    #expect(RequestFailure.bodyTooLarge.status == 413)
    #expect(RequestFailure.unknownTransferCoding.status == 501)
    #expect(RequestFailure.unsupportedVersion.status == 505)
    #expect(RequestFailure.unknownExpectation.status == 417)
    #expect(RequestFailure.contentLengthAndTransferEncoding.status == 400)
  }
}
