/// Why there is no list of employees.
public enum DirectoryError: Error, Sendable {
  /// The request failed: the network layer's error, unchanged.
  case service(any Error)
  /// The list is there, but an entry of it is no employee.
  case malformed(MalformedEmployees)
  /// A file that was to be read instead of the service can't be read.
  case unreadableFile(path: String, reason: String)
  /// The content of a file is no list of employees at all.
  case unreadableDocument(path: String, reason: String)
}
