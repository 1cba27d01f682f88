public import NetworkingFoundation

/// A form with text fields and files, sent as `multipart/form-data` (RFC 7578).
///
/// Parts are streamed, regardless of their size. The form's length is known if the lengths of all parts are known.
///
/// ```swift
/// var form = MultipartForm()
/// form.append("title", value: "Holiday")
/// try form.append("photo", file: photoURL, contentType: "image/jpeg")
/// let body = RequestBody.multipart(form)
/// ```
public struct MultipartForm: Sendable {
  struct Part: Sendable {
    let name: String
    let fileName: String?
    let body: RequestBody
  }

  private(set) var parts: [Part] = []

  /// The random delimiter between parts; the probability that it occurs in the content is 2^-160.
  let boundary: String

  /// Creates an empty form.
  public init() {
    self.init(boundary: Self.randomBoundary())
  }

  init(boundary: String) { self.boundary = boundary }

  /// Adds a text field; its value is sent as UTF-8 with CR LF line breaks, as in browsers.
  public mutating func append(_ name: String, value: String) {
    let bytes = Data(MultipartSyntax.normalizedLineBreaks(value).utf8)
    append(name, body: RequestBody(bytes: bytes, contentType: nil))
  }

  /// Adds a file field, whose content is read while it is sent.
  ///
  /// By default, the file is sent with its own name.
  ///
  /// - Throws: ``NetworkError/fileFailure(path:reason:)`` if the file can't be read.
  public mutating func append(
    _ name: String,
    file: URL,
    fileName: String? = nil,
    contentType: String = "application/octet-stream"
  ) throws(NetworkError) {
    let body = try RequestBody.file(file, contentType: contentType)
    append(name, body: body, fileName: fileName ?? file.lastPathComponent)
  }

  /// Adds a field with the content and media type of `body`; set `fileName` if the content is a file.
  public mutating func append(_ name: String, body: RequestBody, fileName: String? = nil) {
    parts.append(Part(name: name, fileName: fileName, body: body))
  }

  private static func randomBoundary() -> String {
    let alphabet = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".utf8)
    var generator = SystemRandomNumberGenerator()
    let characters = (0..<27).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &generator)] }
    return "Part-" + String(decoding: characters, as: UTF8.self)
  }
}

extension RequestBody {
  /// Creates a `multipart/form-data` body for a form with files.
  ///
  /// Its length is known if the lengths of all parts are known, and it is replayable if all parts are.
  public static func multipart(_ form: MultipartForm) -> RequestBody {
    let segments = MultipartSyntax.segments(of: form)
    var length: Int? = 0
    for segment in segments {
      length = if let sum = length, let more = segment.length { sum + more } else { nil }
    }
    return RequestBody(
      contentType: "multipart/form-data; boundary=\(form.boundary)",
      length: length,
      isReplayable: segments.allSatisfy(\.isReplayable)
    ) { () throws(NetworkError) in
      MultipartReader(segments)
    }
  }
}

enum MultipartSyntax {
  /// Returns the part headers and contents, and the closing delimiter.
  static func segments(of form: MultipartForm) -> [RequestBody] {
    var segments: [RequestBody] = []
    var lead = ""
    for part in form.parts {
      segments.append(bytes(lead + head(of: part, boundary: form.boundary)))
      segments.append(part.body)
      lead = "\r\n"
    }
    segments.append(bytes("\(lead)--\(form.boundary)--\r\n"))
    return segments
  }

  /// Replaces a lone CR or LF with CR LF (WHATWG HTML, "constructing the entry list").
  static func normalizedLineBreaks(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x0D || $0 == 0x0A }) else { return text }
    var bytes: [UInt8] = []
    var last: UInt8 = 0
    for byte in text.utf8 {
      if byte == 0x0A, last != 0x0D { bytes.append(0x0D) }
      if last == 0x0D, byte != 0x0A { bytes.append(0x0A) }
      bytes.append(byte)
      last = byte
    }
    if last == 0x0D { bytes.append(0x0A) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func head(of part: MultipartForm.Part, boundary: String) -> String {
    var head = "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(escaped(normalizedLineBreaks(part.name)))\""
    if let fileName = part.fileName { head += "; filename=\"\(escaped(fileName))\"" }
    head += "\r\n"
    if let type = part.body.contentType {
      // A line break would start another header field here; valid media types don't contain line breaks.
      head += "Content-Type: \(String(String.UnicodeScalarView(type.unicodeScalars.filter { $0.value >= 0x20 })))\r\n"
    }
    return head + "\r\n"
  }

  /// Escapes quotation marks and line breaks as browsers do (WHATWG HTML, "multipart/form-data encoding algorithm").
  private static func escaped(_ name: String) -> String {
    var escaped = ""
    for scalar in name.unicodeScalars {
      switch scalar {
      case "\"": escaped += "%22"
      case "\r": escaped += "%0D"
      case "\n": escaped += "%0A"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  private static func bytes(_ text: String) -> RequestBody {
    RequestBody(bytes: Data(text.utf8), contentType: nil)
  }
}

/// A reader that reads several bodies in sequence and checks the length of each body.
private final class MultipartReader: RequestBodyReader {
  private var remaining: ArraySlice<RequestBody>
  private var current: LengthCheckedReader?

  init(_ segments: [RequestBody]) { remaining = segments[...] }

  func nextChunk() async throws(NetworkError) -> Data? {
    while true {
      if let chunk = try await current?.nextChunk() { return chunk }
      guard let next = remaining.popFirst() else { return nil }
      current = try LengthCheckedReader(next)
    }
  }
}
