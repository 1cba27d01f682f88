import Foundation

/// A handler for the requests of one method and one pattern of paths.
public struct Route: Sendable {
  /// The method, compared as it is written; nil for every method.
  ///
  /// A route for GET also answers HEAD.
  public let method: String?
  /// The pattern, not percent-encoded.
  ///
  /// Literal segments, `{name}` for one segment that is not empty, `{name...}` at the end for all the rest. A slash at
  /// the end counts.
  public let pattern: String
  /// Answers; finds the placeholders in the request's `parameters`.
  public let handler: LoopbackServer.Handler

  let compiled: RoutePattern

  /// Makes a route.
  ///
  /// - Parameters:
  ///   - method: The method; nil for every method.
  ///   - pattern: The pattern. It must begin with a slash, and its placeholders must have different names.
  ///   - handler: Answers the requests.
  public init(_ method: String?, _ pattern: String, handler: @escaping LoopbackServer.Handler) {
    self.method = method
    self.pattern = pattern
    self.handler = handler
    compiled = RoutePattern(pattern)
  }

  /// A route for GET and HEAD.
  public static func get(_ pattern: String, _ handler: @escaping LoopbackServer.Handler) -> Route {
    Route("GET", pattern, handler: handler)
  }

  /// A route for POST.
  public static func post(_ pattern: String, _ handler: @escaping LoopbackServer.Handler) -> Route {
    Route("POST", pattern, handler: handler)
  }

  /// A route for PUT.
  public static func put(_ pattern: String, _ handler: @escaping LoopbackServer.Handler) -> Route {
    Route("PUT", pattern, handler: handler)
  }

  /// A route for PATCH.
  public static func patch(_ pattern: String, _ handler: @escaping LoopbackServer.Handler) -> Route {
    Route("PATCH", pattern, handler: handler)
  }

  /// A route for DELETE.
  public static func delete(_ pattern: String, _ handler: @escaping LoopbackServer.Handler) -> Route {
    Route("DELETE", pattern, handler: handler)
  }

  /// A route for every method.
  public static func any(_ pattern: String, _ handler: @escaping LoopbackServer.Handler) -> Route {
    Route(nil, pattern, handler: handler)
  }

  func accepts(method bytes: ArraySlice<UInt8>) -> Bool {
    guard let method else { return true }
    return bytes.elementsEqual(method.utf8) || (method == "GET" && bytes.elementsEqual("HEAD".utf8))
  }
}
