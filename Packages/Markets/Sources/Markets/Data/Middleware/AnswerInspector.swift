import Foundation
import Networking

/// Keeps what only looks like a success out of the cache, where it would be in the way for a day.
///
/// - Another media type than JSON, such as the page of a hotel's network, is no answer of the service.
/// - The price list says `"code":"0"` within a 200: that is answered on as a 503, its content unchanged, so that a stale answer can take its
///   place and the repository finds the service's words.
///
/// In the chain it belongs inside the cache.
struct AnswerInspector: Middleware {
  /// The most bytes of an answer that may be a refusal: one has no data in it.
  static let refusalLimit = 64 << 10

  /// Whether answers are looked into for the price list's code.
  let readsCode: Bool
  /// The most bytes that are read: as many as an endpoint takes.
  var sizeLimit = 16 << 20

  func intercept(_ request: HTTPRequest, next: any Transport) async throws(NetworkError) -> HTTPResponse {
    var response = try await next.send(request)
    guard response.status.isSuccess else { return response }
    try checkMediaType(of: response)
    guard readsCode else { return response }
    let data = try await response.body.collect(upTo: sizeLimit)
    response.body = ResponseBody(bytes: data)
    if data.count <= Self.refusalLimit, PriceListRefusal(data) != nil { response.status = .serviceUnavailable }
    return response
  }

  private func checkMediaType(of response: HTTPResponse) throws(NetworkError) {
    guard let type = response.headers[.contentType]?.split(separator: ";").first else { return }
    let name = type.trimmingCharacters(in: .whitespaces).lowercased()
    guard name != "application/json", !name.hasSuffix("+json") else { return }
    let origin = Origin(response.url).map { "\($0)" } ?? "The service"
    throw .protocolViolation("it sent '\(name.prefix(60))' where JSON is expected", origin: origin)
  }
}
