public import Foundation

/// Requests and their answers in a form that people can read, change and keep beside their tests, without secrets.
///
/// Secrets are what a ``Networking/SecretRedactor`` finds: in header fields, URLs and forms, in the strings of JSON documents by their keys, and in any
/// text by what they look like. Look a recording through before it is kept.
///
/// ```swift
/// let recorder = RecordingTransport(try SystemTransport.make())
/// // … use it once against the real service …
/// try recorder.recording.write(to: file)
/// // From then on, without a network:
/// let transport = ReplayTransport(try Recording(contentsOf: file))
/// ```
public struct Recording: Sendable, Hashable, Codable {
  /// One header field.
  public struct Field: Sendable, Hashable, Codable {
    /// Its name.
    public var name: String
    /// Its value, secrets redacted.
    public var value: String
  }

  /// The bytes of a body: as text where they are some, in Base64 otherwise.
  public struct Body: Sendable, Hashable, Codable {
    /// The text.
    public var text: String?
    /// The Base64.
    public var base64: String?

    init(_ bytes: Data) {
      if let text = String(validating: bytes, as: UTF8.self) {
        self.text = text
      } else {
        base64 = bytes.base64EncodedString()
      }
    }

    /// The bytes; `nil` where the file was damaged.
    public var bytes: Data? {
      text.map { Data($0.utf8) } ?? base64.flatMap { Data(base64Encoded: $0) }
    }
  }

  /// A request and its answer.
  public struct Exchange: Sendable, Hashable, Codable {
    /// The method.
    public var method: String
    /// The URL, secrets redacted.
    public var url: String
    /// The fields of the request, secrets redacted.
    public var requestFields: [Field]
    /// The content of the request; `nil` for none, and for content that can be read only once.
    public var requestBody: Body?
    /// The status of the answer.
    public var status: Int
    /// The fields of the answer, secrets redacted.
    public var responseFields: [Field]
    /// The content of the answer.
    public var responseBody: Body
  }

  /// The exchanges in the order in which their answers were complete.
  public var exchanges: [Exchange] = []

  /// Makes an empty recording.
  public init() {}

  /// Reads a recording.
  ///
  /// - Throws: Where the file can't be read, or is no recording.
  public init(contentsOf file: URL) throws {
    self = try JSONDecoder().decode(Recording.self, from: Data(contentsOf: file))
  }

  /// Writes the recording as JSON with sorted keys, one field a line, so that changes can be reviewed.
  ///
  /// - Throws: Where the file can't be written.
  public func write(to file: URL) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try encoder.encode(self).write(to: file, options: .atomic)
  }
}
