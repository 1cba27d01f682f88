import FetchCounter

enum JSONText {
  /// Returns the document with additional characters escaped: DEL, C1 controls, line separators, bidirectional
  /// formatting, interlinear annotations and tag characters.
  ///
  /// JSON allows these characters in strings, but terminals may interpret them, and they can deceive readers.
  /// They can occur only in strings, so the document's meaning stays the same (RFC 8259, section 7).
  ///
  /// - Complexity: O(*n*) in the document's length.
  static func withoutControls(_ document: String) -> String {
    guard document.unicodeScalars.contains(where: isEscaped) else { return document }
    // Use bytes, because `String.UnicodeScalarView.append(contentsOf:)` copies the whole text each time.
    var bytes: [UInt8] = []
    bytes.reserveCapacity(document.utf8.count * 2)
    for scalar in document.unicodeScalars {
      if isEscaped(scalar) {
        for unit in scalar.utf16 { appendEscape(of: unit, to: &bytes) }
      } else {
        bytes.append(contentsOf: scalar.utf8)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let digits = Array("0123456789abcdef".utf8)

  private static func appendEscape(of unit: UInt16, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\\"))
    bytes.append(UInt8(ascii: "u"))
    for shift in [12, 8, 4, 0] { bytes.append(digits[Int(unit >> UInt16(shift) & 0xF)]) }
  }

  private static func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x206F, 0xFFF9...0xFFFB, 0xE0000...0xE007F: true
    default: false
    }
  }
}

/// The JSON document for a fetch batch: reports, a summary, and the most frequent failure, if any.
struct FetchesDocument: Encodable {
  let fetches: [FetchReport]
  let summary: FetchRunReport
  let error: FailureDocument.Content?
}

/// A JSON document with invented data, which has the additional member `sample`.
struct SampleDocument<Document: Encodable>: Encodable {
  let document: Document

  private enum CodingKeys: String, CodingKey {
    case sample
  }

  func encode(to encoder: any Encoder) throws {
    try document.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(true, forKey: .sample)
  }
}

/// The JSON document for a failure: `{"error": {"kind", "message", "hint"}}`.
struct FailureDocument: Encodable {
  struct Content: Encodable {
    let kind: String
    let message: String
    let hint: String?

    enum CodingKeys: String, CodingKey {
      case kind, message, hint
    }

    init(_ failure: CommandFailure) {
      kind = failure.kind
      message = failure.message
      hint = failure.hint
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(kind, forKey: .kind)
      try container.encode(message, forKey: .message)
      try container.encode(hint, forKey: .hint)
    }
  }

  let error: Content

  init(_ failure: CommandFailure) { error = Content(failure) }
}
