public import NetworkingFoundation

extension NetworkClient {
  /// Opens a WebSocket, which is encrypted (`wss`) if the base URL is `https`.
  ///
  /// The handshake is a GET request that passes through the client's middleware: credentials, cookies, retries,
  /// redirects, rate limits and logs apply to it, but caches and coalescers don't. The transport's proxies,
  /// certificates, pinned keys and Unix domain sockets apply as well, but its connection limits don't.
  ///
  /// Values interpolated in `path` are percent-encoded. Query items are passed in order, without percent-encoding.
  /// Additional header fields, such as `Origin`, are sent with the handshake.
  ///
  /// - Throws: ``NetworkError/status(_:)`` if the service doesn't open a WebSocket,
  ///   ``NetworkError/transportUnavailable(reason:recoverySuggestion:)`` if the transport (such as
  ///   `URLSessionTransport`) doesn't support WebSocket, or another error.
  public func webSocket(
    _ path: EndpointPath,
    query: [URLQueryItem] = [],
    headers: HTTPFields = [:],
    options: WebSocketOptions = WebSocketOptions()
  ) async throws(NetworkError) -> WebSocket {
    guard options.subprotocols.allSatisfy({ HTTPToken.isValid($0) }) else {
      throw .invalidRequest(reason: "the name of a subprotocol contains invalid characters")
    }
    return try await send(WebSocketEndpoint(path: path, query: query, ownHeaders: headers, options: options))
  }

  /// Returns the messages from a WebSocket that reconnects as needed.
  ///
  /// If the connection is lost, or if the service closes it with a code that suggests a retry, a new connection is
  /// opened after the same delay as for an event stream. The sequence ends after a normal closure by either side.
  ///
  /// Messages that the service sends between two connections are lost, unless `onOpen` requests them.
  ///
  /// ```swift
  /// let prices = client.webSocketMessages("prices", reconnecting: EventReconnection()) { socket in
  ///   try await socket.send(json: Subscription(symbols: ["BTC"]))
  /// }
  /// for try await message in prices { … }
  /// ```
  ///
  /// The parameters are the same as in ``webSocket(_:query:headers:options:)``. The first connection is opened when
  /// reading starts. `onOpen` receives each open WebSocket before its messages are read, for example to subscribe. It
  /// may keep the WebSocket for sending. If it throws, the connection counts as failed.
  public func webSocketMessages(
    _ path: EndpointPath,
    query: [URLQueryItem] = [],
    headers: HTTPFields = [:],
    options: WebSocketOptions = WebSocketOptions(),
    reconnecting reconnection: EventReconnection,
    onOpen: @escaping @Sendable (WebSocket) async throws -> Void = { _ in }
  ) -> ReconnectingWebSocket {
    ReconnectingWebSocket(reconnection: reconnection, onOpen: onOpen) { () async throws(NetworkError) in
      try await webSocket(path, query: query, headers: headers, options: options)
    }
  }
}

private struct WebSocketEndpoint<API: ServiceAPI>: Endpoint {
  typealias Response = WebSocket

  let path: EndpointPath
  let query: [URLQueryItem]
  let ownHeaders: HTTPFields
  let options: WebSocketOptions

  var headers: HTTPFields {
    // The service's default `Accept` field describes response content, but a WebSocket has no response content.
    var headers: HTTPFields = [.accept: "*/*"]
    headers.merge(ownHeaders)
    return headers
  }

  var context: MessageContext {
    var context = MessageContext()
    context[WebSocketOffer.self] = WebSocketOffer(
      subprotocols: options.subprotocols,
      allowsCompression: options.allowsCompression && WebSocketCompression.isAvailable
    )
    context[CoalescingMode.self] = .separate
    context[CachePolicy.self] = CachePolicy(access: .neverStore)
    return context
  }

  var acceptedStatuses: Set<HTTPStatus> { [.switchingProtocols] }

  func response(from response: HTTPResponse, api: API) async throws(NetworkError) -> WebSocket {
    guard response.status == .switchingProtocols else {
      throw .protocolViolation(
        "it didn't open a WebSocket (status \(response.status))",
        origin: response.url.originText
      )
    }
    guard let socket = response.context[UpgradedSocket.self] else {
      throw .transportUnavailable(
        reason: "the transport doesn't support WebSocket",
        recoverySuggestion: "Use SystemTransport on Linux."
      )
    }
    return WebSocket(socket, url: response.url, options: options) { api.decoder }
  }
}

extension HTTPStatus {
  static let switchingProtocols: HTTPStatus = 101
}
