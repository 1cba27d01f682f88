public import Foundation

/// The content of a request.
public struct RequestBody: Sendable, Hashable {
  /// The bytes to send.
  public let bytes: Data
  /// Their media type for `Content-Type`; `nil` sends none.
  public let contentType: String?

  /// Makes a body from bytes.
  ///
  /// - Parameters:
  ///   - bytes: What is sent, as it is.
  ///   - contentType: The media type for `Content-Type`.
  public init(bytes: Data, contentType: String?) {
    self.bytes = bytes
    self.contentType = contentType
  }

  /// Makes a JSON body.
  ///
  /// - Parameters:
  ///   - value: What is encoded.
  ///   - encoder: How; a plain one when left out.
  /// - Returns: The body, with the media type `application/json`.
  /// - Throws: ``NetworkError/invalidRequest(reason:)`` where the value can't be encoded.
  public static func json(
    _ value: some Encodable,
    encoder: JSONEncoder = JSONEncoder()
  ) throws(NetworkError) -> RequestBody {
    do {
      return RequestBody(bytes: try encoder.encode(value), contentType: "application/json")
    } catch {
      throw .invalidRequest(reason: "the body can't be encoded as JSON: \(error)")
    }
  }
}
