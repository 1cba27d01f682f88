import Foundation

/// A body whose beginning was read already.
///
/// `@unchecked Sendable`: `start` is guarded by `lock`.
final class ResumedBody: ResponseBodySource, @unchecked Sendable {
  private let rest: ResponseBody
  private let lock = Lock()
  private var start: Data?

  init(start: Data, rest: ResponseBody) {
    self.start = start
    self.rest = rest
  }

  func nextChunk() async throws(NetworkError) -> Data? {
    let first = lock.withLock {
      defer { start = nil }
      return start
    }
    if let first { return first }
    var iterator = rest.makeAsyncIterator()
    return try await iterator.next()
  }
}
