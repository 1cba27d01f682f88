#if os(Linux)
internal import CurlABI
import NetworkingFoundation

/// A transport that uses the system's libcurl; the default on Linux.
///
/// One thread runs all transfers through libcurl's multi interface. The transport reuses connections, uses HTTP/2 if a
/// server offers it over TLS, and decodes gzip and deflate. Bodies are received only as fast as they are read.
///
/// libcurl is loaded when the first transport is created. Without libcurl, creating a transport throws
/// ``NetworkError/transportUnavailable(reason:recoverySuggestion:)``.
///
/// Create one transport and share it: each has its own thread and connections until its last copy is released.
package struct CurlTransport: Transport {
  private let lifetime: EngineLifetime

  package init(configuration: TransportConfiguration = TransportConfiguration()) throws(NetworkError) {
    lifetime = EngineLifetime(engine: try CurlEngine(configuration: configuration))
  }

  package func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
    try request.validate()
    guard !Task.isCancelled else { throw .cancelled }
    let engine = lifetime.engine
    if let offer = request.context[WebSocketOffer.self] {
      return try await CurlUpgrade(request, offer: offer, settings: engine.settings).send()
    }
    let transfer = CurlTransfer(request: request, settings: engine.settings)
    let result = await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        transfer.expectHead(continuation)
        engine.start(transfer)
        sendContent(of: transfer, by: engine)
      }
    } onCancel: {
      engine.cancel(transfer)
    }
    let head = try result.get()
    let body = body(head, of: transfer)
    var response = HTTPResponse(
      status: head.status,
      headers: head.headers,
      url: request.url,
      body: body.reporting(to: request.context.downloadProgress, headers: head.headers)
    )
    response.context[TransportMetrics.self] = head.metrics
    return response
  }

  private func body(_ head: CurlTransfer.Head, of transfer: CurlTransfer) -> ResponseBody {
    let source: CurlBodyReader? =
      if case .arriving = head.content { CurlBodyReader(transfer: transfer, lifetime: lifetime) } else { nil }
    let (bytes, trailers): (Data, HTTPFields) =
      if case .complete(let bytes, let trailers) = head.content { (bytes, trailers) } else { (Data(), [:]) }
    if let coding = head.coding, source != nil || !bytes.isEmpty {
      let rest = source.map { ResponseBody(source: $0) } ?? ResponseBody(bytes: Data(), trailers: trailers)
      return ResponseBody(source: DecodedBody(coding, of: bytes, then: rest, origin: transfer.origin))
    }
    return source.map { ResponseBody(source: $0) } ?? ResponseBody(bytes: bytes, trailers: trailers)
  }

  /// Reads the request body in a separate task, which ends with the transfer.
  private func sendContent(of transfer: CurlTransfer, by engine: CurlEngine) {
    guard let upload = transfer.upload, let body = transfer.request.body else { return }
    upload.own(
      Task {
        do throws(NetworkError) {
          try await upload.pump(body) { engine.resumeUpload(transfer) }
        } catch {
          engine.fail(transfer, error)
        }
      }
    )
  }
}

/// An owner that ends the engine's thread when the transport's last copy is released; the thread retains the engine.
private final class EngineLifetime: Sendable {
  let engine: CurlEngine

  init(engine: CurlEngine) { self.engine = engine }

  deinit { engine.stop() }
}

/// The reader of a transfer's body; releasing it early ends the transfer and frees its connection.
private final class CurlBodyReader: ResponseBodySource {
  private let transfer: CurlTransfer
  /// Keeps the engine alive, because a body may outlive its transport.
  private let lifetime: EngineLifetime

  init(transfer: CurlTransfer, lifetime: EngineLifetime) {
    self.transfer = transfer
    self.lifetime = lifetime
  }

  private var engine: CurlEngine { lifetime.engine }

  var trailers: HTTPFields { transfer.trailers }

  deinit {
    if !transfer.isFinished { engine.cancel(transfer) }
  }

  func nextChunk() async throws(NetworkError) -> Data? {
    if Task.isCancelled { engine.cancel(transfer) }
    let result: CurlTransfer.ChunkResult
    if let available = transfer.takeChunk() {
      result = available
    } else {
      result = await withTaskCancellationHandler {
        await withUnsafeContinuation { transfer.expectChunk($0) }
      } onCancel: {
        engine.cancel(transfer)
      }
    }
    if transfer.requestsResume() { engine.resume(transfer) }
    return try result.get()
  }
}
#endif
