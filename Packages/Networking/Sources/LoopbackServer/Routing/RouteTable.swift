/// The routes of a server.
struct RouteTable: Sendable {
  private let routes: [Route]

  init(_ routes: [Route]) {
    self.routes = routes
  }

  /// Responds with the first route that matches; 404 when no pattern fits, 405 with `Allow` when no method does.
  func respond(to request: ServerRequest) -> ServerResponse {
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

/// A pattern for paths such as `/users/{id}/photos` or `/files/{path...}`.
struct RoutePattern: Sendable {
  private enum Segment: Sendable, Equatable {
    case literal([UInt8])
    case parameter(String)
    case rest(String)
  }

  private let segments: [Segment]

  /// Reads a pattern; a malformed one is a mistake in the program.
  init(_ pattern: String) {
    precondition(pattern.hasPrefix("/"), "The route pattern '\(pattern)' has to begin with a slash.")
    var segments: [Segment] = []
    var names: Set<String> = []
    let parts = pattern.utf8.dropFirst().split(separator: 0x2F, omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      let text = String(decoding: part, as: UTF8.self)
      guard text.hasPrefix("{"), text.hasSuffix("}") else {
        segments.append(.literal(Array(part)))
        continue
      }
      var name = String(text.dropFirst().dropLast())
      let isRest = name.hasSuffix("...")
      if isRest { name.removeLast(3) }
      precondition(
        !name.isEmpty && names.insert(name).inserted,
        "The route pattern '\(pattern)' has an empty or repeated placeholder."
      )
      precondition(!isRest || index == parts.count - 1, "In '\(pattern)' the rest has to be the last placeholder.")
      segments.append(isRest ? .rest(name) : .parameter(name))
    }
    self.segments = segments
  }

  /// The values of the placeholders if the percent-encoded path fits, else nil.
  ///
  /// A placeholder stands for one segment that is not empty; a rest for any number of segments.
  func match(_ path: ArraySlice<UInt8>) -> [String: String]? {
    guard path.first == 0x2F else { return nil }
    var parameters: [String: String] = [:]
    var position = path.startIndex + 1
    for (index, segment) in segments.enumerated() {
      let isLast = index == segments.count - 1
      if case .rest(let name) = segment {
        parameters[name] = FieldSyntax.percentDecoded(path[position...])
        return parameters
      }
      let slash = path[position...].firstIndex(of: 0x2F)
      guard isLast == (slash == nil) else { return nil }
      let part = path[position..<(slash ?? path.endIndex)]
      switch segment {
      case .literal(let literal): guard Self.isEqual(part, literal) else { return nil }
      case .parameter(let name):
        guard !part.isEmpty else { return nil }
        parameters[name] = FieldSyntax.percentDecoded(part)
      case .rest: break
      }
      if let slash { position = slash + 1 }
    }
    return parameters
  }

  private static func isEqual(_ part: ArraySlice<UInt8>, _ literal: [UInt8]) -> Bool {
    if part.elementsEqual(literal) { return true }
    guard part.contains(0x25) else { return false }
    return FieldSyntax.percentDecoded(part).utf8.elementsEqual(literal)
  }
}
