public import Foundation

/// The response of an endpoint without content.
public struct NoContent: Sendable, Hashable {
  /// Creates the value.
  public init() {}
}

extension Endpoint where Response: Decodable {
  /// Reads the content and decodes it with the service's decoder.
  ///
  /// A response of an optional type is `nil` if there is no content, or if its status isn't 2xx.
  public func response(from response: HTTPResponse, api: API) async throws(NetworkError) -> Response {
    try await response.decoded(as: Response.self, by: api.decoder, upTo: responseSizeLimit)
  }
}

extension Endpoint where Response == Data {
  /// Reads the content.
  public func response(from response: HTTPResponse, api: API) async throws(NetworkError) -> Data {
    try await response.body.collect(upTo: responseSizeLimit)
  }
}

extension Endpoint where Response == String {
  /// Reads the content as text in the encoding that the response names; UTF-8, repaired if it is invalid, by default.
  public func response(from response: HTTPResponse, api: API) async throws(NetworkError) -> String {
    try await response.text(upTo: responseSizeLimit)
  }
}

extension Endpoint where Response == NoContent {
  /// Drops the content.
  public func response(from response: HTTPResponse, api: API) async throws(NetworkError) -> NoContent {
    NoContent()
  }
}

extension Endpoint where Response == Void {
  /// Drops the content.
  public func response(from response: HTTPResponse, api: API) async throws(NetworkError) {}
}

extension Endpoint where Response == HTTPResponse {
  /// Returns the response with its unread body.
  public func response(from response: HTTPResponse, api: API) async throws(NetworkError) -> HTTPResponse {
    response
  }
}

extension HTTPResponse {
  func decoded<Value: Decodable>(
    as type: Value.Type,
    by decoder: JSONDecoder,
    upTo limit: Int
  ) async throws(NetworkError) -> Value {
    let optional = Value.self as? any OptionalResponse.Type
    if !status.isSuccess, let absent = optional?.absent as? Value { return absent }
    let data = try await body.collect(upTo: limit)
    if data.isEmpty, let absent = optional?.absent as? Value { return absent }
    do {
      return try decoder.decode(Value.self, from: data)
    } catch {
      throw .decoding(DecodingFailure(error, data: data, url: RedactedURL(url)))
    }
  }

  func text(upTo limit: Int) async throws(NetworkError) -> String {
    let data = try await body.collect(upTo: limit)
    return TextEncoding.named(in: headers[.contentType]).flatMap { String(data: data, encoding: $0) }
      ?? String(decoding: data, as: UTF8.self)
  }
}

/// An optional type, whose values can be absent.
private protocol OptionalResponse {
  static var absent: Any { get }
}

extension Optional: OptionalResponse {
  static var absent: Any { Self.none as Any }
}

/// The text encodings that services still use in addition to UTF-8.
private enum TextEncoding {
  /// Returns the encoding that a media type names in its `charset` parameter (RFC 9110, section 8.3.1); `nil` for UTF-8 and unknown ones.
  static func named(in mediaType: String?) -> String.Encoding? {
    for parameter in mediaType?.split(separator: ";").dropFirst() ?? [] {
      let parts = parameter.split(separator: "=", maxSplits: 1).map {
        $0.filter { $0 != " " && $0 != "\"" }.lowercased()
      }
      guard parts.count == 2, parts[0] == "charset" else { continue }
      // By the names that WHATWG's encoding standard lists; Latin-1 is read as windows-1252 there.
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
