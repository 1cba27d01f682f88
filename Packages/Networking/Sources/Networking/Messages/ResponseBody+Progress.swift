import Foundation

extension ResponseBody {
  /// The same content, whose reading is reported.
  func reporting(to handler: TransferProgress.Handler?, headers: HTTPFields) -> ResponseBody {
    guard let handler else { return self }
    let total = headers[.contentLength].flatMap { Int($0) }
    return ResponseBody(source: ReportingSource(self, total: total, handler: handler))
  }
}

/// Reports what passes through.
///
/// `@unchecked Sendable`: one task at a time asks a source.
private final class ReportingSource: ResponseBodySource, @unchecked Sendable {
  private var iterator: ResponseBody.AsyncIterator
  private let total: Int?
  private let handler: TransferProgress.Handler
  private var completed = 0

  init(_ body: ResponseBody, total: Int?, handler: @escaping TransferProgress.Handler) {
    iterator = body.makeAsyncIterator()
    self.total = total
    self.handler = handler
  }

  func nextChunk() async throws(NetworkError) -> Data? {
    let chunk = try await iterator.next()
    if let chunk {
      completed += chunk.count
      handler(TransferProgress(completed: completed, total: total))
    }
    return chunk
  }
}
