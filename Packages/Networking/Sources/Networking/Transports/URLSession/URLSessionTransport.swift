#if canImport(Darwin) || URLSessionTransport
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A transport that uses Foundation's `URLSession`; the default on Apple platforms.
///
/// On Linux, it requires the package trait `URLSessionTransport`, because it links FoundationNetworking. There,
/// URLSession (Swift 6.3) can't pause a sender, and the process ends if a server closes the connection in the
/// middle of the response head.
///
/// URLSession's own cookies, caching, credentials and redirects are turned off in favor of this package's middleware.
///
/// The transport supports only the connection limits and ``TransportConfiguration/userAgent`` in the configuration, and
/// uses the system's proxies. If the configuration sets pinned keys, other trusted authorities, client certificates,
/// proxies, addresses, an interface, Unix domain sockets or a required HTTP version, every request fails instead of
/// being sent without that setting.
public struct URLSessionTransport: Transport {
  private let delegate: SessionDelegate
  private let lifetime: SessionLifetime
  private let configuration: TransportConfiguration

  /// Creates a transport with its own session; only the connection limits and the user agent may be configured.
  public init(configuration: TransportConfiguration = TransportConfiguration()) {
    let settings = URLSessionConfiguration.ephemeral
    settings.httpCookieStorage = nil
    settings.httpShouldSetCookies = false
    settings.urlCache = nil
    settings.urlCredentialStorage = nil
    settings.requestCachePolicy = .reloadIgnoringLocalCacheData
    // This package enforces the request's time limits; Foundation's limits would end requests at other times.
    settings.timeoutIntervalForRequest = 604_800
    settings.httpMaximumConnectionsPerHost = configuration.maximumConnectionsPerHost
    delegate = SessionDelegate()
    lifetime = SessionLifetime(URLSession(configuration: settings, delegate: delegate, delegateQueue: nil))
    self.configuration = configuration
  }

  /// Sends a request and waits for the response head.
  public func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
    try request.validate()
    guard configuration.pinnedKeys.isEmpty, configuration.trustedAuthorities == .system,
      configuration.clientCertificates.isEmpty, configuration.proxies.isEnvironment, configuration.addresses.isEmpty,
      configuration.localInterface == nil, configuration.unixSockets.isEmpty,
      configuration.httpVersion != .http2WithPriorKnowledge
    else {
      throw .transportUnavailable(
        reason: "URLSessionTransport doesn't support all options of its configuration",
        recoverySuggestion: "Use SystemTransport on Linux, or remove the unsupported options."
      )
    }
    guard !Task.isCancelled else { throw .cancelled }
    guard request.context[WebSocketOffer.self] == nil else {
      throw .transportUnavailable(
        reason: "URLSessionTransport doesn't support WebSocket",
        recoverySuggestion: "Use URLSessionWebSocketTask."
      )
    }
    var foreign = URLRequest(url: request.url, timeoutInterval: 604_800)
    foreign.httpMethod = request.method.rawValue
    if let userAgent = configuration.userAgent, !request.headers.contains(.userAgent) {
      foreign.setValue(userAgent, forHTTPHeaderField: "User-Agent")
    }
    if let coding = request.body?.contentEncoding { foreign.setValue(coding, forHTTPHeaderField: "Content-Encoding") }
    // URLRequest would join the lines with commas.
    var headers = request.headers
    headers.joinCookies()
    for field in headers { foreign.addValue(field.value, forHTTPHeaderField: field.name.rawName) }

    let spool = try await spool(request.body)
    let exchange = SessionExchange(request: request, spool: spool)
    let task: URLSessionTask
    if let spool {
      task = lifetime.session.uploadTask(with: foreign, fromFile: spool.url)
    } else {
      foreign.httpBody = request.body?.bytes
      task = lifetime.session.dataTask(with: foreign)
    }
    exchange.attach(task)
    delegate.register(exchange, for: task)
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        exchange.expectHead(continuation)
        task.resume()
        exchange.startTimers()
      }
    } onCancel: {
      exchange.abandon(.cancelled)
    }
    let (status, headers) = try result.get()
    return HTTPResponse(
      status: status,
      headers: headers,
      url: request.url,
      body: ResponseBody(source: SessionBodyReader(exchange: exchange))
        .reporting(to: request.context.downloadProgress, headers: headers)
    )
  }

  /// Writes streamed content to a file.
  ///
  /// On Linux, URLSession sends a stream of known length with both `Content-Length` and `Transfer-Encoding: chunked`
  /// (swift-corelibs-foundation issue 4818, observed with Swift 6.3). It sends files with `Content-Length` only.
  private func spool(_ body: RequestBody?) async throws(NetworkError) -> SpooledBody? {
    guard let body, body.bytes == nil else { return nil }
    return try await SpooledBody(body)
  }
}

/// An owner that releases a session and its delegate when the transport's last copy is released.
private final class SessionLifetime: Sendable {
  let session: URLSession

  init(_ session: URLSession) { self.session = session }

  deinit { session.finishTasksAndInvalidate() }
}

/// A response body; releasing it early cancels the task.
private final class SessionBodyReader: ResponseBodySource {
  private let exchange: SessionExchange

  init(exchange: SessionExchange) { self.exchange = exchange }

  deinit { exchange.abandon(.cancelled) }

  func nextChunk() async throws(NetworkError) -> Data? {
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { exchange.expectChunk($0) }
    } onCancel: {
      exchange.abandon(.cancelled)
    }
    return try result.get()
  }
}

/// A request body in a temporary file that only this user can read, removed when the last reference is released.
final class SpooledBody: Sendable {
  let url: URL

  init(_ body: RequestBody) async throws(NetworkError) {
    url = FileManager.default.temporaryDirectory.appending(path: "upload-\(UUID().uuidString)")
    let file = try LocalFile(path: url.path(percentEncoded: false), flags: O_WRONLY | O_CREAT | O_EXCL)
    let reader = try LengthCheckedReader(body)
    while let chunk = try await reader.nextChunk() { try file.write(chunk) }
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
#endif
