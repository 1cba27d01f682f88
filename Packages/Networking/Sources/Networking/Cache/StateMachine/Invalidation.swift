import Foundation

/// What a successful change at a service makes unusable (RFC 9111, section 4.4).
enum Invalidation {
  /// The URLs whose stored answers are to be removed: the request's own and, on the same origin, those that the answer names.
  static func targets(of request: HTTPRequest, _ response: HTTPResponse) -> [URL] {
    guard !request.method.isSafe, response.status.isSuccess || response.status.isRedirection else { return [] }
    let origin = request.origin
    let named = [HTTPField.Name.location, CachingField.contentLocation].compactMap { name in
      response.headers[values: name].first.flatMap { URL(string: $0, relativeTo: request.url)?.absoluteURL }
    }
    return [request.url] + named.filter { Origin($0) == origin && origin != nil }
  }
}
