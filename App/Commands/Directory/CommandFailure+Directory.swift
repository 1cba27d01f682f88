import Directory
import Networking

extension CommandFailure {
  /// A list that could not be had.
  init(_ problem: DirectoryProblem) {
    let (code, kind): (ExitCode, String) =
      switch problem.error {
      case .service(let error as NetworkError): Self.status(of: error)
      case .service: (.failure, "failure")
      case .malformed: (.answerNotUnderstood, "malformed_employees")
      case .unreadableFile: (.failure, "file_unreadable")
      case .unreadableDocument: (.answerNotUnderstood, "document_not_understood")
      }
    self.init(exitCode: code, kind: kind, message: problem.message, hint: problem.hint)
  }

  private static func status(of error: NetworkError) -> (ExitCode, String) {
    let failure = CommandFailure(error)
    return (failure.exitCode, failure.kind)
  }
}
