import Networking
public import NetworkingFoundation

/// Recorded requests and responses, which can be stored with your tests as a readable file without secrets.
///
/// A ``Networking/SecretRedactor`` redacts header fields, URLs, forms, JSON documents and any text that matches known
/// patterns. Review a recording before you keep it.
///
/// ```swift
/// let recorder = RecordingTransport(try SystemTransport.make())
/// // … use it once against the real service …
/// try recorder.recording.write(to: file)
/// // From then on, without a network:
/// let transport = ReplayTransport(try Recording(contentsOf: file))
/// ```
public struct Recording: Sendable, Hashable, Codable {
  package struct Field: Sendable, Hashable, Codable {
    package var name: String
    /// The value, with secrets redacted.
    package var value: String
  }

  /// A body's bytes, stored as text if they are valid UTF-8, and otherwise in Base64.
  package struct Body: Sendable, Hashable, Codable {
    package var text: String?
    package var base64: String?

    init(_ bytes: Data) {
      if let text = String(validating: bytes, as: UTF8.self) {
        self.text = text
      } else {
        base64 = bytes.base64EncodedString()
      }
    }

    /// The bytes; `nil` if the file is corrupt.
    package var bytes: Data? {
      text.map { Data($0.utf8) } ?? base64.flatMap { Data(base64Encoded: $0) }
    }
  }

  package struct Exchange: Sendable, Hashable, Codable {
    package var method: String
    /// The URL, with secrets redacted.
    package var url: String
    /// The request's fields, with secrets redacted.
    package var requestFields: [Field]
    /// The request body, with secrets redacted; `nil` for a missing or single-use body.
    package var requestBody: Body?
    package var status: Int
    /// The response's fields, with secrets redacted.
    package var responseFields: [Field]
    /// The complete response body, with secrets redacted.
    package var responseBody: Body
  }

  /// The exchanges, in the order in which their responses were completed.
  package var exchanges: [Exchange] = []

  /// Creates an empty recording.
  public init() {}

  /// Reads a recording; throws if the file can't be read or isn't a recording.
  public init(contentsOf file: URL) throws {
    self = try JSONDecoder().decode(Recording.self, from: Data(contentsOf: file))
  }

  /// Writes the recording as JSON with sorted keys and one field per line, so that changes are easy to review.
  public func write(to file: URL) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try encoder.encode(self).write(to: file, options: .atomic)
  }
}

/// The redaction of secrets in recorded bodies.
///
/// It covers secret names in forms, strings with secret keys in JSON documents, and patterns in any text. The values of
/// JSON keys that are ordinary words stay unchanged.
enum RecordedContent {
  /// The names that are secret in a query or form, but rarely in JSON, where `code` may be an error or currency code.
  private static let ordinaryKeys: Set<String> = ["auth", "code", "key", "otp", "session", "sig"]

  /// Redacts secrets in text; other content stays unchanged.
  static func redacted(_ bytes: Data, contentType: String?, by redactor: SecretRedactor) -> Data {
    guard let text = String(validating: bytes, as: UTF8.self) else { return bytes }
    let isForm = contentType?.lowercased().hasPrefix("application/x-www-form-urlencoded") ?? false
    return Data(redactor.redacted(isForm ? form(text, redactor) : document(text, redactor)).utf8)
  }

  private static func form(_ text: String, _ redactor: SecretRedactor) -> String {
    text.split(separator: "&", omittingEmptySubsequences: false).map { item -> String in
      guard let equals = item.firstIndex(of: "="), redactor.isSecret(String(item[..<equals])) else {
        return String(item)
      }
      return item[...equals] + "***"
    }.joined(separator: "&")
  }

  /// Replaces strings in place, so that a document keeps its formatting; other text stays unchanged.
  private static func document(_ text: String, _ redactor: SecretRedactor) -> String {
    let bytes = Array(text.utf8)
    guard bytes.first(where: { !isSpace($0) }).map({ "{[".utf8.contains($0) }) ?? false else { return text }
    var result: [UInt8] = []
    var hidesNext = false
    var index = 0
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "\"") else {
        // The value of the secret key isn't a string.
        if hidesNext, !isSpace(bytes[index]), bytes[index] != UInt8(ascii: ":") { hidesNext = false }
        result.append(bytes[index])
        index += 1
        continue
      }
      let end = endOfString(bytes, from: index)
      if hidesNext {
        result.append(contentsOf: "\"***\"".utf8)
      } else {
        result.append(contentsOf: bytes[index..<end])
      }
      let isKey = bytes[end...].first { !isSpace($0) } == UInt8(ascii: ":")
      hidesNext = isKey && isSecretKey(bytes[index..<end], redactor)
      index = end
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func isSecretKey(_ literal: ArraySlice<UInt8>, _ redactor: SecretRedactor) -> Bool {
    guard let key = try? JSONDecoder().decode(String.self, from: Data(literal)) else { return false }
    return !ordinaryKeys.contains(key.lowercased()) && redactor.isSecret(key)
  }

  /// Returns the position after the closing quotation mark, or the end of the text.
  private static func endOfString(_ bytes: [UInt8], from start: Int) -> Int {
    var index = start + 1
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(index + 1, bytes.count)
  }

  private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
}
