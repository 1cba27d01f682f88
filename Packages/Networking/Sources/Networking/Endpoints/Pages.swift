public import NetworkingFoundation

extension NetworkClient {
  /// Returns the pages of a list, following each page's link to the next page.
  ///
  /// ```swift
  /// for try await books in client.pages(of: AllBooks()) { show(books) }
  /// ```
  ///
  /// Pages are requested one at a time, with the first endpoint's method, header fields and limits. Links must have the
  /// service's own origin (``EndpointPath/link(_:)``).
  ///
  /// - Parameters:
  ///   - first: The endpoint for the first page.
  ///   - limit: The maximum number of pages.
  ///   - next: A closure that returns a page's link to the next page; by default the `next` link in `Link` (RFC 8288).
  /// - Returns: The pages; the sequence fails with ``NetworkError/refusedLink(_:reason:)`` for a link to another
  ///   origin, to an earlier page, or beyond the limit.
  public func pages<Page: Endpoint>(
    of first: Page,
    limit: Int = 1000,
    next: (@Sendable (Page.Response) -> URL?)? = nil
  ) -> Pages<Page> where Page.API == API {
    Pages(limit: limit) { link throws(NetworkError) in
      let (page, found) = try await send(LinkedPage(base: first, link: link))
      return (page, next.map { $0(page) } ?? found)
    }
  }
}

/// The pages of a list, requested one at a time; see ``NetworkClient/pages(of:limit:next:)``.
public struct Pages<Page: Endpoint>: AsyncSequence, Sendable {
  fileprivate typealias Load = @Sendable (URL?) async throws(NetworkError) -> (page: Page.Response, next: URL?)

  fileprivate let limit: Int
  fileprivate let load: Load

  /// Creates an iterator that starts at the first page.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(limit: limit, load: load) }

  /// An iterator that requests the pages in order.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private enum Position {
      case start
      case link(URL)
      case end
    }

    private let limit: Int
    private let load: Load
    private var position = Position.start
    private var visited: Set<URL> = []
    private var count = 0

    fileprivate init(limit: Int, load: @escaping Load) {
      self.limit = limit
      self.load = load
    }

    /// Requests the next page; returns `nil` after the last page and after a failure, which is thrown once.
    public mutating func next() async throws(NetworkError) -> Page.Response? {
      let link: URL?
      switch position {
      case .start: link = nil
      case .link(let url): link = url
      case .end: return nil
      }
      // A failure ends the sequence.
      position = .end
      if let link {
        func refusal(_ reason: String) -> NetworkError { .refusedLink(RedactedURL(link).description, reason: reason) }
        guard count < limit else { throw refusal("the list has more than \(limit) pages") }
        guard visited.insert(link).inserted else { throw refusal("the page has already been read") }
      }
      let (page, next) = try await load(link)
      count += 1
      if let next { position = .link(next.absoluteURL) }
      return page
    }
  }
}

/// The endpoint for one page: the first page's endpoint, with its path and query replaced by the link, if any.
private struct LinkedPage<Base: Endpoint>: Endpoint {
  typealias API = Base.API
  typealias Response = (page: Base.Response, next: URL?)

  let base: Base
  let link: URL?

  var method: HTTPMethod { base.method }
  var path: EndpointPath { link.map { .link($0) } ?? base.path }
  // The link includes its own query.
  var query: [URLQueryItem] { link == nil ? base.query : [] }
  var headers: HTTPFields { base.headers }
  var context: MessageContext { base.context }
  var responseSizeLimit: Int { base.responseSizeLimit }
  var acceptedStatuses: Set<HTTPStatus> { base.acceptedStatuses }
  var timeouts: Timeouts? { base.timeouts }

  func body() throws -> RequestBody? { try base.body() }

  func response(from response: HTTPResponse, api: API) async throws -> Response {
    let next = response.link("next")?.target
    return (try await base.response(from: response, api: api), next)
  }
}
