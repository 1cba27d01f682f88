/// How far a body has come.
public struct TransferProgress: Sendable, Hashable {
  /// The bytes that were sent or received so far.
  public let completed: Int
  /// How many there will be; `nil` where nobody knows, as with content that is decoded on the way.
  public let total: Int?

  /// Makes a value.
  public init(completed: Int, total: Int?) {
    self.completed = completed
    self.total = total
  }

  /// The share that is done, 0 to 1; `nil` where the total is not known.
  public var fraction: Double? {
    guard let total else { return nil }
    return total > 0 ? min(1, Double(completed) / Double(total)) : 1
  }

  /// Is told how far a body has come, often, and on any thread: it should do little.
  public typealias Handler = @Sendable (TransferProgress) -> Void

  /// A handler, and a sequence of what it is told; a slow reader gets the newest value only.
  ///
  /// The sequence ends with the last copy of the handler, and so with the request that holds it.
  public static func makeStream() -> (updates: AsyncStream<TransferProgress>, handler: Handler) {
    let (updates, continuation) = AsyncStream.makeStream(
      of: TransferProgress.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    let owner = StreamOwner(continuation)
    return (updates, { owner.continuation.yield($0) })
  }
}

/// Ends a stream when nobody can tell it anything any more.
private final class StreamOwner: Sendable {
  let continuation: AsyncStream<TransferProgress>.Continuation

  init(_ continuation: AsyncStream<TransferProgress>.Continuation) { self.continuation = continuation }

  deinit { continuation.finish() }
}

extension MessageContext {
  private enum UploadProgress: MessageContextKey {
    static var defaultValue: TransferProgress.Handler? { nil }
  }

  private enum DownloadProgress: MessageContextKey {
    static var defaultValue: TransferProgress.Handler? { nil }
  }

  /// Is told how much of the request's body the transport has handed to the connection.
  public var uploadProgress: TransferProgress.Handler? {
    get { self[UploadProgress.self] }
    set { self[UploadProgress.self] = newValue }
  }

  /// Is told how much of the answer's body its reader was given.
  public var downloadProgress: TransferProgress.Handler? {
    get { self[DownloadProgress.self] }
    set { self[DownloadProgress.self] = newValue }
  }
}
