import Networking

/// Why there is no list, in words for people.
public struct DirectoryProblem: Sendable {
  /// What failed.
  public let error: DirectoryError
  /// What happened, as a sentence.
  public let message: String
  /// What to do about it, where something can be said.
  public let hint: String?

  /// Words an error.
  public init(_ error: DirectoryError) {
    self.error = error
    switch error {
    case .service(let error as NetworkError):
      message = error.message
      hint = error.recoverySuggestion
    case .service(let error):
      message = "\(error)"
      hint = nil
    case .malformed(let malformed):
      message = malformed.message
      hint = "Tell whoever runs the directory. With --lenient the other employees are shown."
    case .unreadableFile(let path, let reason):
      message = "\(Self.name(of: path)) can't be read: \(reason)."
      hint = "Check the path and the permissions."
    case .unreadableDocument(let path, let reason):
      message = "\(Self.name(of: path)) holds no list of employees: \(reason)."
      hint = "Use a file such as 'directory export --format json' writes."
    }
  }

  private static func name(of path: String) -> String { path == "-" ? "Standard input" : "The file '\(path)'" }
}
