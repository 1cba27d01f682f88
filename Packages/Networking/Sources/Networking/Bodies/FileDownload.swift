public import NetworkingFoundation

/// A download that saves a response body to a file and resumes after an interruption.
///
/// Received bytes are written to a hidden file next to the destination (`.name.partial`), which is renamed at the end.
/// Other programs see either the old file or the whole new file.
///
/// The new file gets the permissions of the file it replaces, or the permissions that the umask determines. A download
/// that fails or is cancelled leaves nothing behind, unless ``keepsPartialFile`` is set.
///
/// A download resumes only if the service can prove that the content hasn't changed: with a strong `ETag`, or with a
/// `Last-Modified` that counts as strong (RFC 9110, sections 13.1.5 and 14.2). Otherwise it starts over.
///
/// ```swift
/// let download = FileDownload(to: folder.appending(path: "map.bin"))
/// let file = try await client.download(MapEndpoint(), by: download)
/// ```
public struct FileDownload: Sendable {
  package let destination: URL
  /// The maximum number of resumptions after a broken connection; an attempt that received no bytes isn't resumed.
  package var resumptions = 2
  /// Whether a failed download keeps `.name.partial` and `.name.partial.json`, so the next download can resume it.
  public var keepsPartialFile = false
  /// The maximum size of the file, in bytes.
  public var sizeLimit = Int.max
  /// Whether bytes are flushed to disk before the file is renamed, so a power failure can't leave it incomplete.
  package var isDurable = false
  /// The progress handler; its counts include bytes from earlier attempts.
  public var progress: TransferProgress.Handler?

  /// Creates a download that saves to a file.
  public init(to destination: URL) { self.destination = destination }

  /// Downloads the file; `send` sends a request with the given fields, which replace the original request's fields.
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
      switch try await outcome(of: fields(from: offset, validator: asked), send) {
      case .unsatisfiable(let total, let origin):
        // The service sent no more bytes: either the file was already complete, or the service's content has changed.
        if asked != nil, total == offset { return try partial.finish(resumedAt: beginning, isDurable: isDurable) }
        guard asked != nil else { throw .protocolViolation("it refused to send the whole content", origin: origin) }
        mayResume = false
      case .content(let response):
        guard let start = try partial.begin(response, at: asked == nil ? 0 : offset) else {
          guard asked != nil else {
            let origin = RedactedURL(response.url).description.withoutQuery
            throw .protocolViolation("it sent a different part from the one requested", origin: origin)
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

  private enum Outcome {
    case content(HTTPResponse)
    case unsatisfiable(total: Int?, origin: String)
  }

  private func outcome(
    of fields: HTTPFields,
    _ send: (HTTPFields) async throws(NetworkError) -> HTTPResponse
  ) async throws(NetworkError) -> Outcome {
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
    // Byte ranges of encoded content don't match the decoded content.
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

/// A completed download.
public struct DownloadedFile: Sendable, Hashable {
  /// The file's URL.
  public let url: URL
  /// The length in bytes.
  public let length: Int
  package let resumedAt: Int
  /// The header fields from the last response.
  public let headers: HTTPFields
}

extension Transport {
  /// Sends a GET request and saves the response body to a file.
  ///
  /// - Throws: The request's error, ``NetworkError/status(_:)`` for a status other than success, or
  ///   ``NetworkError/fileFailure(path:reason:)`` if the file can't be written.
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
  /// Sends the request of an endpoint that returns the raw response, and saves the response body to a file.
  ///
  /// - Throws: An error from ``send(_:)``, or ``NetworkError/fileFailure(path:reason:)`` if the file can't be written.
  public func download<E: Endpoint>(
    _ endpoint: E,
    by download: FileDownload
  ) async throws(NetworkError) -> DownloadedFile where E.API == API, E.Response == HTTPResponse {
    try await download.run { fields throws(NetworkError) in
      var fields = fields
      if !endpoint.headers.contains(.accept) { fields[.accept] = "*/*" }
      // A shared response is read into memory, so a broken connection would lose the received bytes.
      return try await send(EndpointWithFields(base: endpoint, fields: fields, coalescing: .separate))
    }
  }
}
