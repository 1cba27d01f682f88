public import NetworkingFoundation

/// The response type for an endpoint without response content.
public struct NoContent: Sendable, Hashable {
  /// Creates the empty value.
  public init() {}
}

extension Endpoint where Response: Decodable {
  /// Decodes the content; an optional response is `nil` if there is no content or the status isn't 2xx.
  public func response(from response: HTTPResponse, api: API) async throws(NetworkError) -> Response {
    try await response.decoded(as: Response.self, by: api.decoder, upTo: responseSizeLimit, for: method)
  }
}

extension Endpoint where Response == Data {
  /// Reads the content into memory.
  public func response(from response: HTTPResponse, api: API) async throws(NetworkError) -> Data {
    try await response.content(upTo: responseSizeLimit, for: method)
  }
}

extension Endpoint where Response == String {
  /// Reads the content as text in its declared encoding, by default UTF-8 with invalid sequences replaced.
  public func response(from response: HTTPResponse, api: API) async throws(NetworkError) -> String {
    try await response.text(upTo: responseSizeLimit, for: method)
  }
}

extension Endpoint where Response == NoContent {
  /// Discards the content.
  public func response(from response: HTTPResponse, api: API) async throws(NetworkError) -> NoContent {
    NoContent()
  }
}

extension Endpoint where Response == Void {
  /// Discards the content.
  public func response(from response: HTTPResponse, api: API) async throws(NetworkError) {}
}

extension Endpoint where Response == HTTPResponse {
  /// Returns the response with its unread body.
  public func response(from response: HTTPResponse, api: API) async throws(NetworkError) -> HTTPResponse {
    response
  }
}

extension HTTPResponse {
  func content(upTo limit: Int, for method: HTTPMethod) async throws(NetworkError) -> Data {
    // Responses to HEAD and with the status 304 declare the length of content that they don't have (RFC 9110, section 8.6).
    if body.bytes == nil, method != .head, status.code != 304, headers[.contentEncoding] == nil,
      let length = headers[.contentLength].flatMap({ Int($0) }), length > limit
    {
      throw .bodyTooLarge(limit: limit)
    }
    return try await body.collect(upTo: limit)
  }

  func decoded<Value: Decodable>(
    as type: Value.Type,
    by decoder: JSONDecoder,
    upTo limit: Int,
    for method: HTTPMethod
  ) async throws(NetworkError) -> Value {
    // Most responses have content, and the conversion takes time.
    var absent: Value? { (Value.self as? any OptionalResponse.Type)?.absent as? Value }
    if !status.isSuccess, let absent { return absent }
    let data = try await content(upTo: limit, for: method)
    if data.isEmpty, let absent { return absent }
    do {
      return try decoder.decode(Value.self, from: data)
    } catch {
      throw .decoding(DecodingFailure(error, data: data, url: RedactedURL(url)))
    }
  }

  func text(upTo limit: Int, for method: HTTPMethod) async throws(NetworkError) -> String {
    let data = try await content(upTo: limit, for: method)
    return TextEncoding.named(in: headers[.contentType]).flatMap { String(data: data, encoding: $0) }
      ?? String(decoding: data, as: UTF8.self)
  }
}

private protocol OptionalResponse {
  static var absent: Any { get }
}

extension Optional: OptionalResponse {
  static var absent: Any { Self.none as Any }
}

private enum TextEncoding {
  /// Returns the encoding for a media type's `charset` (RFC 9110, section 8.3.1); `nil` if it is UTF-8 or unknown.
  static func named(in mediaType: String?) -> String.Encoding? {
    for parameter in mediaType?.split(separator: ";").dropFirst() ?? [] {
      let parts = parameter.split(separator: "=", maxSplits: 1).map {
        $0.filter { $0 != " " && $0 != "\"" }.lowercased()
      }
      guard parts.count == 2, parts[0] == "charset" else { continue }
      // The labels follow the WHATWG Encoding Standard, which treats Latin-1 as windows-1252.
      return switch parts[1] {
      case "iso-8859-1", "latin1", "us-ascii", "ascii", "windows-1252", "cp1252": .windowsCP1252
      case "utf-16": .utf16
      case "utf-16be": .utf16BigEndian
      case "utf-16le": .utf16LittleEndian
      default: nil
      }
    }
    return nil
  }
}
