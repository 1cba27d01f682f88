import Foundation

/// Writes the head of a response into a buffer.
enum ResponseHeadEncoder {
  /// Appends the status line and the fields, and the empty line if `isComplete`.
  ///
  /// - Returns: The name of the first field that cannot be sent because its name or value is malformed; nil if all is well.
  static func append(
    _ plan: ResponsePlan,
    date: HTTPDate?,
    isComplete: Bool,
    to output: inout [UInt8]
  ) -> String? {
    appendStatusLine(plan.status, plan.reason, to: &output)
    for field in plan.fields {
      if replacesField(named: field.name) { continue }
      guard appendField(field.name, field.value, to: &output) else { return field.name }
    }
    for field in plan.ownFields { _ = appendField(field.name, field.value, to: &output) }
    if let date, !plan.fields.contains("Date") {
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
    } else if !plan.keepsAlive, !plan.fields.contains("Connection") {
      output.append(contentsOf: "Connection: close\r\n".utf8)
    }
    if isComplete { output.append(contentsOf: lineEnd) }
    return nil
  }

  /// Appends the head of an interim response.
  static func appendInterim(_ status: Int, _ fields: ServerHeaders, to output: inout [UInt8]) {
    appendStatusLine(status, nil, to: &output)
    for field in fields { _ = appendField(field.name, field.value, to: &output) }
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

  /// Whether the server writes this field itself.
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
