public import Foundation

/// A service that endpoints belong to: where it is, what every request to it carries, how it words its errors.
///
/// ```swift
/// struct CatalogueAPI: ServiceAPI {
///   let baseURL: URL
/// }
/// ```
///
/// A `defaultHeaders` or `decoder` of another type than the requirement's doesn't compile: see ``ServiceSpelling``.
public protocol ServiceAPI: Sendable, ServiceSpelling {
  /// Where the service is; the paths of its endpoints are appended to this URL's path.
  var baseURL: URL { get }

  /// The header fields that every request carries, unless its endpoint says otherwise.
  var defaultHeaders: HTTPFields { get }

  /// How JSON answers are decoded.
  var decoder: JSONDecoder { get }

  /// The service's own words in the body of an error answer, for people; `nil` when it has none.
  ///
  /// - Parameters:
  ///   - body: The beginning of the body; at most 64 KiB.
  ///   - response: The answer's status and header fields; its body is consumed already.
  /// - Returns: One line of text, or `nil`.
  func errorMessage(in body: Data, of response: HTTPResponse) -> String?
}

extension ServiceAPI {
  /// Accepts JSON.
  public var defaultHeaders: HTTPFields { .acceptingJSON }

  /// A plain decoder.
  public var decoder: JSONDecoder { JSONDecoder() }

  /// Reads the common forms: a JSON object with the string `message`, `detail`, `error_description`, `error` or `title` (the first of them in this
  /// order), or with an object `error` that has one of them, or a short plain text.
  public func errorMessage(in body: Data, of response: HTTPResponse) -> String? {
    CommonErrorBody.message(in: body, contentType: response.headers[.contentType])
  }
}

extension HTTPFields {
  /// Made once: these are the fields of most requests.
  fileprivate static let acceptingJSON: HTTPFields = [.accept: "application/json"]
}
