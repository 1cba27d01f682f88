extension Route {
  /// A path that redirects to itself for ever.
  ///
  /// - Parameters:
  ///   - path: The path, without placeholders.
  ///   - status: The status of the redirect.
  /// - Returns: The route.
  public static func redirectLoop(_ path: String, status: Int = 302) -> Route {
    .any(path) { _ in .redirect(to: path, status: status) }
  }

  /// A path that redirects to itself a number of times, counting in the query (`?hop=1`, `?hop=2`, …), and then answers.
  ///
  /// - Parameters:
  ///   - path: The path, without placeholders.
  ///   - hops: The number of redirects.
  ///   - status: The status of the redirects.
  ///   - answer: What answers at the end; the method and body of the request there are in its text by default.
  /// - Returns: The route.
  public static func redirectChain(
    _ path: String,
    hops: Int,
    status: Int = 302,
    answer: @escaping LoopbackServer.Handler = { .text("\($0.method) \($0.text)") }
  ) -> Route {
    .any(path) { request in
      let hop = request.queryValue("hop").flatMap { Int($0) } ?? 0
      return hop < hops ? .redirect(to: "\(path)?hop=\(hop + 1)", status: status) : answer(request)
    }
  }
}
