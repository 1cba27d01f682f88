public import Foundation

/// Brings an answer's content into a file, and goes on where an earlier attempt broke off.
///
/// Bytes go to a hidden file beside the destination (`.name.partial`), which takes the destination's name once it is complete: other programs see the old
/// file or the whole new one. The new file has the permissions of the file that it replaces; otherwise the process's umask decides, as for any other
/// new file. A download that fails or is cancelled leaves nothing behind, unless ``keepsPartialFile`` is set.
///
/// A download goes on where an earlier attempt stopped if the service can tell that the content is the same (a strong `ETag`, or a `Last-Modified`
/// that counts as one; RFC 9110, sections 13.1.5 and 14.2); otherwise it starts again.
///
/// ```swift
/// let download = FileDownload(to: folder.appending(path: "map.bin"))
/// let file = try await client.download(MapEndpoint(), by: download)
/// ```
public struct FileDownload: Sendable {
  /// Where the file goes; its folder has to exist.
  package let destination: URL
  /// How often it goes on by itself when the connection breaks, each time with at least one more byte received before.
  public var resumptions = 2
  /// Whether a failed or cancelled download keeps the received bytes (in `.name.partial` and `.name.partial.json`), so that the next one goes on there.
  public var keepsPartialFile = false
  /// The most bytes that the file may have.
  public var sizeLimit = Int.max
  /// Whether the bytes are brought to the disk before the file gets its name, so that a loss of power can't leave it damaged.
  public var isDurable = false
  /// Is told how much of the file is there, that of earlier attempts included.
  public var progress: TransferProgress.Handler?

  /// Describes a download.
  public init(to destination: URL) { self.destination = destination }

  /// Downloads by a function that sends the request.
  ///
  /// - Parameter send: Sends the request with the fields it is given, which win over the request's own; its answer or a thrown
  ///   ``NetworkError/status(_:)``.
  /// - Returns: The file.
  /// - Throws: Why there is none: that of `send` or of the body, or ``NetworkError/fileFailure(path:reason:)`` where the file can't be
  ///   written or another download is writing it.
  package func run(
    sending send: (HTTPFields) async throws(NetworkError) -> HTTPResponse
  ) async throws(NetworkError) -> DownloadedFile {
    let partial = try PartialFile(destination: destination, isKept: keepsPartialFile)
    do throws(NetworkError) {
      return try await fill(partial, send)
    } catch {
      partial.keepOrRemove()
      throw error
    }
  }

  private func fill(
    _ partial: PartialFile,
    _ send: (HTTPFields) async throws(NetworkError) -> HTTPResponse
  ) async throws(NetworkError) -> DownloadedFile {
    let beginning = partial.length
    var resumptionsLeft = resumptions
    var mayResume = true
    while true {
      let offset = partial.length
      let validator = mayResume ? partial.facts?.validator : nil
      let asked = offset > 0 ? validator : nil
      switch try await answer(to: fields(from: offset, validator: asked), send) {
      case .unsatisfiable(let total, let origin):
        // Nothing is behind the last byte: everything was there before, or the service has something else now.
        if asked != nil, total == offset { return try partial.finish(resumedAt: beginning, isDurable: isDurable) }
        guard asked != nil else { throw .protocolViolation("it refuses to send the whole content", origin: origin) }
        mayResume = false
      case .content(let response):
        guard let start = try partial.begin(response, at: asked == nil ? 0 : offset) else {
          guard asked != nil else {
            let origin = RedactedURL(response.url).description.withoutQuery
            throw .protocolViolation("it sent another part than the one that was asked for", origin: origin)
          }
          mayResume = false
          continue
        }
        do throws(NetworkError) {
          try await receive(response, into: partial)
          return try partial.finish(resumedAt: min(start, beginning), isDurable: isDurable)
        } catch {
          let isBroken = if case .connectionLost = error { true } else if case .timedOut = error { true } else { false }
          guard isBroken, resumptionsLeft > 0, partial.length > start, partial.facts?.validator != nil else {
            throw error
          }
          resumptionsLeft -= 1
          mayResume = true
        }
      }
    }
  }

  private enum Answer {
    case content(HTTPResponse)
    case unsatisfiable(total: Int?, origin: String)
  }

  private func answer(
    to fields: HTTPFields,
    _ send: (HTTPFields) async throws(NetworkError) -> HTTPResponse
  ) async throws(NetworkError) -> Answer {
    let failure: ServiceFailure
    var secrets = SentSecrets()
    do throws(NetworkError) {
      let response = try await send(fields)
      if response.status.isSuccess { return .content(response) }
      secrets = .all(in: nil, response)
      failure = ServiceFailure(
        status: response.status,
        url: RedactedURL(response.url),
        body: await response.body.prefix(ServiceFailure.bodyLimit),
        headers: response.headers
      )
    } catch .status(let thrown) {
      failure = thrown
    }
    guard failure.status.code == 416 else { throw .status(failure).hiding(secrets) }
    let total = failure.headers["Content-Range"].flatMap(ContentRange.init)?.total
    return .unsatisfiable(total: total, origin: failure.url.description)
  }

  private func fields(from offset: Int, validator: String?) -> HTTPFields {
    // Parts of encoded content could not be put together with decoded ones.
    var fields: HTTPFields = [.acceptEncoding: "identity"]
    if let validator, fields.append("If-Range", validator) { fields[.range] = "bytes=\(offset)-" }
    return fields
  }

  private func receive(_ response: HTTPResponse, into partial: PartialFile) async throws(NetworkError) {
    progress?(TransferProgress(completed: partial.length, total: partial.total))
    var iterator = response.body.makeAsyncIterator()
    while let chunk = try await iterator.next() {
      guard partial.length + chunk.count <= sizeLimit else { throw .bodyTooLarge(limit: sizeLimit) }
      try partial.append(chunk)
      progress?(TransferProgress(completed: partial.length, total: partial.total))
    }
  }
}

/// A file that was downloaded.
public struct DownloadedFile: Sendable, Hashable {
  /// Where it is.
  public let url: URL
  /// Its length in bytes.
  public let length: Int
  /// How many of them an earlier attempt had left; 0 where it started at the beginning.
  public let resumedAt: Int
  /// The header fields of the last answer.
  public let headers: HTTPFields
}

extension Transport {
  /// Sends a GET request and brings its answer into a file.
  ///
  /// - Parameters:
  ///   - request: What to ask for.
  ///   - download: Where it goes.
  /// - Returns: The file.
  /// - Throws: As ``FileDownload/run(sending:)``; ``NetworkError/status(_:)`` for a status that is no success.
  public func download(_ request: HTTPRequest, by download: FileDownload) async throws(NetworkError) -> DownloadedFile {
    try await download.run { fields throws(NetworkError) in
      var request = request
      request.headers.merge(fields)
      request.context[CoalescingMode.self] = .separate
      return try await send(request)
    }
  }
}

extension NetworkClient {
  /// Sends an endpoint and brings its answer into a file.
  ///
  /// - Parameters:
  ///   - endpoint: What to ask for; one that hands over the answer as it is.
  ///   - download: Where it goes.
  /// - Returns: The file.
  /// - Throws: As ``send(_:)`` and ``FileDownload/run(sending:)``.
  public func download<E: Endpoint>(
    _ endpoint: E,
    by download: FileDownload
  ) async throws(NetworkError) -> DownloadedFile where E.API == API, E.Response == HTTPResponse {
    try await download.run { fields throws(NetworkError) in
      // Read into memory to be shared, a part that had arrived would be lost with the connection.
      try await send(EndpointWithFields(base: endpoint, fields: fields, coalescing: .separate))
    }
  }
}
