/// Something that every request passes through on its way to the transport, and every answer on its way back.
///
/// ```swift
/// struct Language: Middleware {
///   func intercept(_ request: HTTPRequest, next: any Transport) async throws(NetworkError) -> HTTPResponse {
///     var request = request
///     request.headers["Accept-Language"] = "en"
///     return try await next.send(request)
///   }
/// }
/// ```
public protocol Middleware: Sendable {
  /// Handles a request: sends it on by `next`, once, several times or not at all.
  ///
  /// - Parameters:
  ///   - request: What is to be sent.
  ///   - next: The rest of the chain, which ends in the transport.
  /// - Returns: The answer.
  /// - Throws: Why there is none.
  func intercept(_ request: HTTPRequest, next: any Transport) async throws(NetworkError) -> HTTPResponse
}

extension Transport {
  /// The transport with middleware around it, the first one outermost.
  public func wrapped(in middleware: [any Middleware]) -> any Transport {
    var chain: any Transport = self
    for layer in middleware.reversed() {
      chain = MiddlewareLink(middleware: layer, next: chain)
    }
    return chain
  }
}

/// One middleware and what comes after it; itself a transport, so that a chain needs no machinery of its own.
private struct MiddlewareLink: Transport {
  let middleware: any Middleware
  let next: any Transport

  func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
    try await middleware.intercept(request, next: next)
  }
}
