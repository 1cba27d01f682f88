import NetworkingFoundation

enum BodyEnding: Sendable {
  case complete
  case failed(NetworkError)
  /// The last reference was released before the end.
  case abandoned
}

extension ResponseBody {
  /// Returns a body that calls closures while it is read; for a body in memory, they are called immediately.
  ///
  /// `onChunk` receives the size of each chunk; `onEnd` is called exactly once.
  func observed(
    onChunk: @escaping @Sendable (Int) -> Void = { _ in },
    onEnd: @escaping @Sendable (BodyEnding) -> Void
  ) -> ResponseBody {
    if let bytes {
      onChunk(bytes.count)
      onEnd(.complete)
      return self
    }
    return ResponseBody(source: ObservedBody(body: self, onChunk: onChunk, onEnd: onEnd))
  }

  func reporting(to handler: TransferProgress.Handler?, headers: HTTPFields) -> ResponseBody {
    guard let handler, bytes?.isEmpty != true else { return self }
    let total = headers[.contentLength].flatMap { Int($0) }
    let completed = Counter()
    let report: @Sendable (Int) -> Void = { count in
      handler(TransferProgress(completed: completed.add(count), total: total))
    }
    let body = bytes.map { ResponseBody(bytes: Data(), trailers: trailers).prepending($0) } ?? self
    return ResponseBody(source: ObservedBody(body: body, onChunk: report, onEnd: { _ in }))
  }

  func prepending(_ start: Data) -> ResponseBody { ResponseBody(source: ResumedBody(start: start, rest: self)) }
}

final class Counter: Sendable {
  private let state = Locked(0)

  var value: Int { state.withLock { $0 } }

  @discardableResult
  func add(_ number: Int) -> Int {
    state.withLock { sum in
      sum += number
      return sum
    }
  }
}

private final class ObservedBody: ResponseBodySource {
  /// The body; each iterator continues where the previous one stopped.
  private let body: ResponseBody
  private let onChunk: @Sendable (Int) -> Void
  private let onEnd: Locked<(@Sendable (BodyEnding) -> Void)?>

  init(
    body: ResponseBody,
    onChunk: @escaping @Sendable (Int) -> Void,
    onEnd: @escaping @Sendable (BodyEnding) -> Void
  ) {
    self.body = body
    self.onChunk = onChunk
    self.onEnd = Locked(onEnd)
  }

  deinit { end(.abandoned) }

  var trailers: HTTPFields { body.trailers }

  func nextChunk() async throws(NetworkError) -> Data? {
    var iterator = body.makeAsyncIterator()
    do {
      guard let chunk = try await iterator.next() else {
        end(.complete)
        return nil
      }
      onChunk(chunk.count)
      return chunk
    } catch {
      end(.failed(error))
      throw error
    }
  }

  private func end(_ ending: BodyEnding) {
    let report = onEnd.withLock { onEnd -> (@Sendable (BodyEnding) -> Void)? in
      defer { onEnd = nil }
      return onEnd
    }
    report?(ending)
  }
}

private final class ResumedBody: ResponseBodySource {
  private let rest: ResponseBody
  private let start: Locked<Data?>

  init(start: Data, rest: ResponseBody) {
    self.start = Locked(start)
    self.rest = rest
  }

  var trailers: HTTPFields { rest.trailers }

  func nextChunk() async throws(NetworkError) -> Data? {
    let first = start.withLock { start -> Data? in
      defer { start = nil }
      return start
    }
    if let first { return first }
    var iterator = rest.makeAsyncIterator()
    return try await iterator.next()
  }
}
