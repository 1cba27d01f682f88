public import NetworkingFoundation

/// A service with its base URL, default header fields and error messages.
///
/// ```swift
/// struct CatalogAPI: ServiceAPI {
///   let baseURL: URL
/// }
/// ```
///
/// A `defaultHeaders` or `decoder` with the wrong type doesn't compile; see ``ServiceChecks``.
public protocol ServiceAPI: Sendable, ServiceChecks {
  /// The base URL to which endpoint paths are appended.
  var baseURL: URL { get }

  /// The default header fields for every request; an endpoint's own fields replace them.
  var defaultHeaders: HTTPFields { get }

  /// The decoder for JSON responses.
  var decoder: JSONDecoder { get }

  /// Extracts the service's error message, on one line, from the beginning of an error response's body.
  ///
  /// `body` holds at most 64 KiB; the body of `response` has already been read. Returns `nil` if there is no message.
  func errorMessage(in body: Data, of response: HTTPResponse) -> String?
}

extension ServiceAPI {
  /// The default header fields: `Accept: application/json`.
  public var defaultHeaders: HTTPFields { .acceptingJSON }

  /// A decoder with default settings.
  public var decoder: JSONDecoder { JSONDecoder() }

  /// Extracts a message from plain text or JSON.
  ///
  /// A JSON object, possibly nested under the key `error`, is searched for the strings `message`, `detail`,
  /// `error_description`, `error` and `title`, in this order.
  public func errorMessage(in body: Data, of response: HTTPResponse) -> String? {
    CommonErrorBody.message(in: body, contentType: response.headers[.contentType])
  }
}

extension HTTPFields {
  // These fields are shared, because most requests have them.
  fileprivate static let acceptingJSON: HTTPFields = [.accept: "application/json"]
}

enum CommonErrorBody {
  /// A JSON error document; members that aren't strings are ignored, so the other members can still be decoded.
  private struct Document: Decodable {
    private enum CodingKeys: String, CodingKey {
      case message, detail, error, title
      case errorDescription = "error_description"
    }

    let words: String?

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      func text(_ key: CodingKeys) -> String? { try? container.decode(String.self, forKey: key) }
      // If another member contains a sentence, `error` is only a code, such as "invalid_grant" (RFC 6749, section 5.2).
      let own = text(.message) ?? text(.detail) ?? text(.errorDescription) ?? text(.error) ?? text(.title)
      // Many services nest the message in an object named `error`.
      words = own ?? (try? container.decode(Inner.self, forKey: .error))?.words
    }
  }

  private struct Inner: Decodable {
    private enum CodingKeys: String, CodingKey {
      case message, detail, title
    }

    let words: String?

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      func text(_ key: CodingKeys) -> String? { try? container.decode(String.self, forKey: key) }
      words = text(.message) ?? text(.detail) ?? text(.title)
    }
  }

  /// Returns the message on one line, or `nil` for HTML, JSON in an unknown format, or an empty body.
  static func message(in body: Data, contentType: String?) -> String? {
    let mediaType = contentType?.split(separator: ";").first.map { $0.lowercased() } ?? ""
    if mediaType == "text/plain" {
      let text = BodyExcerpt.text(of: body)
      return text.isEmpty ? nil : text
    }
    guard let document = try? JSONDecoder().decode(Document.self, from: body) else {
      // Other content isn't a message, but the failure's excerpt still shows it.
      return nil
    }
    return document.words.map { BodyExcerpt.text(of: Data($0.utf8)) }.flatMap { $0.isEmpty ? nil : $0 }
  }
}
