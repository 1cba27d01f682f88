public import Foundation

/// The events of an answer as they arrive (server-sent events; WHATWG HTML, section 9.2).
///
/// It can be read once and ends with its connection; ``NetworkClient/events(_:reconnecting:)`` goes on with a new one.
public struct EventStream: AsyncSequence, StreamedResponse {
  let response: HTTPResponse
  let limit: Int

  /// Reads the events of an answer.
  ///
  /// - Parameters:
  ///   - response: The answer, its body unread; 204 stands for no events, now or later.
  ///   - sizeLimit: The most bytes of an event; the sequence fails with ``NetworkError/bodyTooLarge(limit:)`` at a larger one.
  /// - Throws: ``NetworkError/decoding(_:)`` where its media type is not `text/event-stream`.
  public init(_ response: HTTPResponse, sizeLimit: Int = 1 << 20) throws(NetworkError) {
    let type = response.headers[.contentType] ?? ""
    let mediaType = type.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
    guard response.status == .noContent || mediaType == "text/event-stream" else {
      let found = type.isEmpty ? "no media type" : "the media type \(BodyExcerpt.text(of: Data(type.utf8)))"
      throw .decoding(
        DecodingFailure(
          url: RedactedURL(response.url),
          reason: "it has \(found), where text/event-stream is expected"
        )
      )
    }
    self.response = response
    limit = sizeLimit
  }

  /// Reads the events of an answer.
  public static func reading(
    _ response: HTTPResponse,
    decoder: JSONDecoder,
    sizeLimit: Int
  ) throws(NetworkError) -> EventStream {
    try EventStream(response, sizeLimit: sizeLimit)
  }

  /// Whether the service has no events, and wants no further connections (204).
  var isOver: Bool { response.status == .noContent }

  /// Hands out the events.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private var chunks: ResponseBody.AsyncIterator
    private(set) var parser: EventStreamParser
    private var ready: [ServerSentEvent] = []
    private var failure: NetworkError?

    init(_ body: ResponseBody, parser: EventStreamParser) {
      chunks = body.makeAsyncIterator()
      self.parser = parser
    }

    /// Waits for the next event; `nil` at the end.
    public mutating func next() async throws(NetworkError) -> ServerSentEvent? {
      while true {
        if let event = ready.popLast() { return event }
        if let failure { throw failure }
        guard let chunk = try await chunks.next() else { return nil }
        var events: [ServerSentEvent] = []
        do throws(NetworkError) {
          try parser.consume(chunk) { events.append($0) }
        } catch {
          failure = error
        }
        ready = events.reversed()
      }
    }
  }

  /// Starts reading.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(response.body, parser: EventStreamParser(sizeLimit: limit))
  }
}
