/// An open file of a ``FileSystem``, together with the path that it was opened by, for messages.
public struct FileDescriptor: Sendable, Hashable {
  /// The number that the file system gave out.
  public let number: Int32
  /// The path that the file was opened by.
  public let path: String

  /// Creates a descriptor; only implementations of ``FileSystem`` do that.
  ///
  /// - Parameters:
  ///   - number: The number that identifies the opening.
  ///   - path: The path that was opened.
  public init(number: Int32, path: String) {
    self.number = number
    self.path = path
  }
}
