import Foundation

/// An endpoint that is sent with further header fields, which win over its own, and where asked for by itself.
struct EndpointWithFields<Base: Endpoint>: Endpoint {
  typealias API = Base.API
  typealias Response = Base.Response

  let base: Base
  let fields: HTTPFields
  var coalescing: CoalescingMode?

  var method: HTTPMethod { base.method }
  var path: EndpointPath { base.path }
  var query: [URLQueryItem] { base.query }
  var context: MessageContext {
    var context = base.context
    if let coalescing { context[CoalescingMode.self] = coalescing }
    return context
  }
  var responseSizeLimit: Int { base.responseSizeLimit }
  var headers: HTTPFields {
    var headers = base.headers
    headers.merge(fields)
    return headers
  }

  func body() throws -> RequestBody? { try base.body() }

  func response(from response: HTTPResponse, api: API) async throws -> Response {
    try await base.response(from: response, api: api)
  }
}
