public import Foundation

extension NetworkClient {
  /// Opens a WebSocket.
  ///
  /// A base URL with `https` means an encrypted WebSocket (`wss`), one with `http` an unencrypted one (`ws`). The handshake is a GET request, which
  /// passes the client's middleware: credentials, cookies, retries, redirects, rate limits and logs apply to it. A cache and a coalescer don't. The
  /// transport's proxies, certificates, pins and Unix domain socket apply, too, but not its limits of connections.
  ///
  /// - Parameters:
  ///   - path: The path below the service's base URL, in which interpolated values are escaped.
  ///   - query: The query items in order, unescaped.
  ///   - headers: Additional header fields, such as `Origin`.
  ///   - options: The settings.
  /// - Returns: The open WebSocket.
  /// - Throws: The reason for the failure: ``NetworkError/status(_:)`` if the service responds without a WebSocket, and
  ///   ``NetworkError/transportUnavailable(reason:recoverySuggestion:)`` with a transport that doesn't support WebSocket, such as
  ///   `URLSessionTransport`.
  public func webSocket(
    _ path: EndpointPath,
    query: [URLQueryItem] = [],
    headers: HTTPFields = [:],
    options: WebSocketOptions = WebSocketOptions()
  ) async throws(NetworkError) -> WebSocket {
    guard options.subprotocols.allSatisfy({ HTTPToken.isValid($0) }) else {
      throw .invalidRequest(reason: "the name of a subprotocol contains characters that it can't have")
    }
    return try await send(WebSocketEndpoint(path: path, query: query, ownHeaders: headers, options: options))
  }

  /// Returns the messages of a WebSocket over any number of connections.
  ///
  /// A new connection is opened after the loss of one, and after a closure by the service that calls for it, with the waits of an event stream. The
  /// sequence ends after a normal closure by either side. Messages that the service sends between two connections are lost unless `onOpen` requests
  /// them.
  ///
  /// ```swift
  /// let prices = client.webSocketMessages("prices", reconnecting: EventReconnection()) { socket in
  ///   try await socket.send(json: Subscription(symbols: ["BTC"]))
  /// }
  /// for try await message in prices { … }
  /// ```
  ///
  /// - Parameters:
  ///   - path: The path below the service's base URL, in which interpolated values are escaped.
  ///   - query: The query items in order, unescaped.
  ///   - headers: Additional header fields.
  ///   - options: The settings.
  ///   - reconnection: The rules for new connections.
  ///   - onOpen: Called with each open WebSocket before its messages are read, such as to subscribe; may keep it for sending. A failure counts as one
  ///     of the connection.
  /// - Returns: The messages; the first connection is opened when they are read.
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
    // The service's default says which response is accepted, and there is none.
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
