/// Finds the route of a request.
struct Router: Sendable {
  private let routes: [Route]

  init(_ routes: [Route]) {
    self.routes = routes
  }

  /// The answer of the first route that matches; 404 when no pattern fits, 405 with `Allow` when no method does.
  func answer(_ request: ServerRequest) -> ServerResponse {
    let path = request.head.bytes[request.head.path]
    let method = request.head.bytes[request.head.method]
    var allowed: [String] = []
    for route in routes {
      guard let parameters = route.compiled.match(path) else { continue }
      guard route.accepts(method: method) else {
        allowed += Self.methods(of: route).filter { !allowed.contains($0) }
        continue
      }
      guard !parameters.isEmpty else { return route.handler(request) }
      var request = request
      request.parameters = parameters
      return route.handler(request)
    }
    guard !allowed.isEmpty else { return .text("Nothing is served at \(request.encodedPath).\n", status: 404) }
    return .text("\(request.encodedPath) is served for \(allowed.joined(separator: ", ")) only.\n", status: 405)
      .header("Allow", allowed.joined(separator: ", "))
  }

  private static func methods(of route: Route) -> [String] {
    guard let method = route.method else { return [] }
    return method == "GET" ? ["GET", "HEAD"] : [method]
  }
}
