/// The progress of a request or response body.
public struct TransferProgress: Sendable, Hashable {
  /// The number of bytes sent or received so far.
  public let completed: Int
  /// The total number of bytes; `nil` if unknown, for example because the content is decoded as it arrives.
  public let total: Int?

  package init(completed: Int, total: Int?) {
    self.completed = completed
    self.total = total
  }

  /// The completed fraction, 0 to 1; `nil` if the total is unknown.
  public var fraction: Double? {
    guard let total else { return nil }
    return total > 0 ? min(1, Double(completed) / Double(total)) : 1
  }

  /// A closure that receives the progress; it is called often and on any thread.
  public typealias Handler = @Sendable (TransferProgress) -> Void
}

extension MessageContext {
  private enum UploadProgress: MessageContextKey {
    static var defaultValue: TransferProgress.Handler? { nil }
  }

  private enum DownloadProgress: MessageContextKey {
    static var defaultValue: TransferProgress.Handler? { nil }
  }

  /// The progress handler for sending the request body.
  public var uploadProgress: TransferProgress.Handler? {
    get { self[UploadProgress.self] }
    set { self[UploadProgress.self] = newValue }
  }

  /// The progress handler for reading the response body.
  public var downloadProgress: TransferProgress.Handler? {
    get { self[DownloadProgress.self] }
    set { self[DownloadProgress.self] = newValue }
  }
}
