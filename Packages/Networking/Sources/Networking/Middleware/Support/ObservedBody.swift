import Foundation

/// How the reading of a body ended.
enum BodyEnding: Sendable {
  case complete
  case failed(NetworkError)
  /// Nobody wants the rest.
  case abandoned
}

extension ResponseBody {
  /// The same content, reporting how it is read; one that is complete already is reported at once.
  ///
  /// - Parameters:
  ///   - onChunk: Called with the size of each chunk.
  ///   - onEnd: Called exactly once.
  /// - Returns: The content.
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
}

/// A body that tells when its reading ends, also when that is because its last reference goes away.
///
/// `@unchecked Sendable`: `onEnd` is guarded by `lock`; the rest never changes.
private final class ObservedBody: ResponseBodySource, @unchecked Sendable {
  private let body: ResponseBody
  private let onChunk: @Sendable (Int) -> Void
  private let lock = Lock()
  private var onEnd: (@Sendable (BodyEnding) -> Void)?

  init(
    body: ResponseBody,
    onChunk: @escaping @Sendable (Int) -> Void,
    onEnd: @escaping @Sendable (BodyEnding) -> Void
  ) {
    self.body = body
    self.onChunk = onChunk
    self.onEnd = onEnd
  }

  deinit { end(.abandoned) }

  func nextChunk() async throws(NetworkError) -> Data? {
    // A body with a source goes on where the last iterator stopped.
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
    let report = lock.withLock {
      defer { onEnd = nil }
      return onEnd
    }
    report?(ending)
  }
}
