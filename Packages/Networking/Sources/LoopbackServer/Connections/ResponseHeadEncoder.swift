internal import Networking
import NetworkingFoundation

enum ResponseHeadEncoder {
  /// Appends a head; returns the name of the first malformed field, or `nil` if all fields are valid.
  static func append(_ plan: ResponsePlan, date: DateField?, isComplete: Bool, to output: inout [UInt8]) -> String? {
    appendStatusLine(plan.status, plan.reason, to: &output)
    for field in plan.headers.fields {
      if replacesField(named: field.name) { continue }
      guard appendField(field.name, field.value, to: &output) else { return field.name }
    }
    for field in plan.ownFields { _ = appendField(field.name, field.value, to: &output) }
    if let date, !plan.headers.contains("Date") {
      output.append(contentsOf: "Date: ".utf8)
      output.append(contentsOf: date.bytes)
      output.append(contentsOf: lineEnd)
    }
    if let length = plan.declaredLength {
      output.append(contentsOf: "Content-Length: ".utf8)
      appendDecimal(length, to: &output)
      output.append(contentsOf: lineEnd)
    }
    if plan.isChunked { output.append(contentsOf: "Transfer-Encoding: chunked\r\n".utf8) }
    if plan.announcesKeepAlive, plan.keepsAlive {
      output.append(contentsOf: "Connection: keep-alive\r\n".utf8)
    } else if !plan.keepsAlive, !plan.headers.contains("Connection") {
      output.append(contentsOf: "Connection: close\r\n".utf8)
    }
    if isComplete { output.append(contentsOf: lineEnd) }
    return nil
  }

  static func appendInterim(_ status: Int, _ headers: ServerHeaders, to output: inout [UInt8]) {
    appendStatusLine(status, nil, to: &output)
    for field in headers.fields { _ = appendField(field.name, field.value, to: &output) }
    output.append(contentsOf: lineEnd)
  }

  private static let lineEnd: [UInt8] = [0x0D, 0x0A]

  private static func appendStatusLine(_ status: Int, _ reason: String?, to output: inout [UInt8]) {
    if status == 200, reason == nil {
      output.append(contentsOf: "HTTP/1.1 200 OK\r\n".utf8)
      return
    }
    output.append(contentsOf: "HTTP/1.1 ".utf8)
    appendDecimal(status, to: &output)
    output.append(0x20)
    let phrase = reason ?? StatusReason.phrase(for: status)
    output.append(contentsOf: phrase.utf8.lazy.filter(FieldSyntax.isValueByte))
    output.append(contentsOf: lineEnd)
  }

  private static func replacesField(named name: String) -> Bool {
    switch name.utf8.count {
    case 14: name.equalsIgnoringCase("Content-Length")
    case 17: name.equalsIgnoringCase("Transfer-Encoding")
    default: false
    }
  }

  private static func appendField(_ name: String, _ value: String, to output: inout [UInt8]) -> Bool {
    let token = FieldSyntax.token
    guard !name.isEmpty, name.utf8.allSatisfy(token.contains), value.utf8.allSatisfy(FieldSyntax.isValueByte) else {
      return false
    }
    output.append(contentsOf: name.utf8)
    output.append(0x3A)
    output.append(0x20)
    output.append(contentsOf: value.utf8)
    output.append(contentsOf: lineEnd)
    return true
  }

  private static func appendDecimal(_ number: Int, to output: inout [UInt8]) {
    if number >= 10 { appendDecimal(number / 10, to: &output) }
    output.append(UInt8(0x30 + number % 10))
  }
}

/// The value of the Date field, formatted once per second (RFC 9110, section 5.6.7).
struct DateField {
  private var second = -1
  private(set) var bytes: [UInt8] = []

  mutating func refresh() {
    let now = time(nil)
    guard Int(now) != second else { return }
    second = Int(now)
    bytes = Array(HTTPDate.text(of: Date(timeIntervalSince1970: TimeInterval(now))).utf8)
  }
}

private enum StatusReason {
  /// Returns the standard phrase; an empty string for an unknown status, as RFC 9112, section 4 permits.
  static func phrase(for status: Int) -> String {
    phrases[status] ?? ""
  }

  private static let phrases: [Int: String] = [
    100: "Continue", 101: "Switching Protocols", 102: "Processing", 103: "Early Hints",
    200: "OK", 201: "Created", 202: "Accepted", 203: "Non-Authoritative Information", 204: "No Content",
    205: "Reset Content", 206: "Partial Content", 207: "Multi-Status", 208: "Already Reported", 226: "IM Used",
    300: "Multiple Choices", 301: "Moved Permanently", 302: "Found", 303: "See Other", 304: "Not Modified",
    305: "Use Proxy", 307: "Temporary Redirect", 308: "Permanent Redirect",
    400: "Bad Request", 401: "Unauthorized", 402: "Payment Required", 403: "Forbidden", 404: "Not Found",
    405: "Method Not Allowed", 406: "Not Acceptable", 407: "Proxy Authentication Required", 408: "Request Timeout",
    409: "Conflict", 410: "Gone", 411: "Length Required", 412: "Precondition Failed", 413: "Content Too Large",
    414: "URI Too Long", 415: "Unsupported Media Type", 416: "Range Not Satisfiable", 417: "Expectation Failed",
    421: "Misdirected Request", 422: "Unprocessable Content", 423: "Locked", 424: "Failed Dependency",
    425: "Too Early", 426: "Upgrade Required", 428: "Precondition Required", 429: "Too Many Requests",
    431: "Request Header Fields Too Large", 451: "Unavailable For Legal Reasons",
    500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable",
    504: "Gateway Timeout", 505: "HTTP Version Not Supported", 506: "Variant Also Negotiates",
    507: "Insufficient Storage", 508: "Loop Detected", 511: "Network Authentication Required",
  ]
}
