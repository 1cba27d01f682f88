import Basics
import CommandLine
import DependencyInjection
import FetchCounter
import Foundation
import LoopbackServer
import Networking
import Persistence

struct CommandFailure: Error, Equatable {
  var exitCode: ExitCode
  /// The stable error kind for scripts.
  var kind: String
  var message: String
  var hint: String?
  /// Whether the command's own output already reports the failure.
  var isReported = false
}

enum ExitCode: Int32, CaseIterable {
  case done = 0
  case failure = 1
  case usage = 2
  case serviceUnreachable = 3
  case serviceError = 4
  case answerNotUnderstood = 5
  case localData = 6

  var meaning: String {
    switch self {
    case .done: "done"
    case .failure: "any failure not listed below"
    case .usage: "the command line or the configuration is invalid"
    case .serviceUnreachable: "a service couldn't be reached, closed the connection, or timed out"
    case .serviceError: "a service returned an error"
    case .answerNotUnderstood: "a response was invalid, incomplete, or redirected elsewhere"
    case .localData: "local data is unreadable, corrupt, or from a newer version (nothing was overwritten)"
    }
  }
}

extension CommandFailure {
  init(_ cause: any Error) {
    switch cause {
    case let failure as CommandFailure: self = failure
    case let error as NetworkError: self.init(error)
    case let error as StoreError: self.init(error)
    case let error as LoopbackServerError: self.init(error)
    case let error as ResolutionError where !(error.rootCause is ResolutionError): self.init(error.rootCause)
    default: self.init(exitCode: .failure, kind: "failure", message: Self.words(of: cause))
    }
  }

  /// Returns a sentence about an error; Foundation's own descriptions are written for programmers.
  private static func words(of cause: any Error) -> String {
    let isForeign = type(of: cause) == NSError.self || cause is CocoaError || cause is POSIXError
    return isForeign ? "Unexpected error: \(systemReason(cause))." : "\(cause)"
  }

  init(_ error: UsageError) {
    self.init(exitCode: .usage, kind: "usage", message: error.message, hint: error.hint)
  }

  init(_ problem: FetchProblem) {
    switch problem.error {
    case .service(let error as NetworkError):
      self.init(error)
      message = problem.message
      hint = problem.hint
    case .store(let error as StoreError): self.init(error)
    case .pathSuperseded: self.init(exitCode: .serviceError, kind: "path_superseded", message: problem.message)
    case .cancelled: self.init(exitCode: .failure, kind: "cancelled", message: problem.message)
    case .service, .store: self.init(exitCode: .failure, kind: "failure", message: problem.message)
    }
    hint = hint ?? problem.hint
  }

  init(_ error: NetworkError) {
    let (code, kind): (ExitCode, String) =
      switch error {
      case .invalidURL: (.usage, "invalid_url")
      case .invalidRequest: (.usage, "invalid_request")
      case .transportUnavailable: (.failure, "transport_unavailable")
      case .unreachable: (.serviceUnreachable, "unreachable")
      case .timedOut: (.serviceUnreachable, "timed_out")
      case .connectionLost(.inHead, _), .connectionLost(.inBody, _): (.answerNotUnderstood, "incomplete_answer")
      case .connectionLost: (.serviceUnreachable, "connection_lost")
      case .cancelled: (.failure, "cancelled")
      case .status(let failure) where failure.status.isRedirect: (.answerNotUnderstood, "refused_redirect")
      case .status: (.serviceError, "service_error")
      case .decoding: (.answerNotUnderstood, "answer_not_understood")
      case .cacheMiss: (.serviceUnreachable, "cache_miss")
      case .bodyTooLarge: (.answerNotUnderstood, "answer_too_large")
      case .refusedLink: (.answerNotUnderstood, "refused_link")
      case .tooManyRedirects: (.answerNotUnderstood, "too_many_redirects")
      case .refusedRedirect: (.answerNotUnderstood, "refused_redirect")
      case .circuitOpen: (.serviceUnreachable, "circuit_open")
      case .authenticationFailed: (.serviceError, "authentication_failed")
      case .fileFailure: (.failure, "file_failure")
      case .protocolViolation: (.answerNotUnderstood, "protocol_violation")
      case .webSocketClosed: (.serviceUnreachable, "web_socket_closed")
      }
    self.init(exitCode: code, kind: kind, message: error.message, hint: error.recoverySuggestion)
  }

  init(_ error: StoreError) {
    let (code, kind): (ExitCode, String) =
      switch error {
      case .lost, .empty, .corrupt: (.localData, "data_corrupt")
      case .unreadable: (.localData, "data_unreadable")
      case .newerSchema: (.localData, "data_newer")
      case .notConfirmed: (.failure, "data_not_confirmed")
      case .notWritable, .tooLarge, .notEncodable, .changeFailed:
        (.failure, "data_not_written")
      case .lockTimeout: (.failure, "data_locked")
      }
    self.init(exitCode: code, kind: kind, message: error.message, hint: error.recoverySuggestion)
    if error.isCorrupt, error.path.hasSuffix("/count.json") { hint = Self.resetHint(for: error) }
  }

  private static func resetHint(for error: StoreError) -> String {
    let name = FileLocation.split(error.path).name.quoted()
    let restoring: String? =
      switch error {
      case .lost(_, let backup):
        "To restore the content from before the last change, rename \(backup.quoted(limit: 4_096)) to \(name). "
      case .empty(_, let backup?), .corrupt(_, _, let backup?):
        "To restore the last good content, replace the file with its backup \(backup.quoted(limit: 4_096)). "
      default: nil
      }
    return (restoring ?? "") + "To start over, run 'fetch-counter reset'; it renames a corrupt file."
  }

  init(_ error: LoopbackServerError) {
    self.init(exitCode: .failure, kind: "server", message: "\(error)")
  }
}

extension SystemErrorCode {
  /// Finds the system error code that underlies a Foundation error; `nil` for other errors.
  init?(underlying error: any Error) {
    let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
    guard let cause, cause.domain == NSPOSIXErrorDomain else { return nil }
    self.init(rawValue: Int32(cause.code))
  }
}

/// Returns the system's reason for a Foundation error, which is more specific than Foundation's own description.
func systemReason(_ error: any Error) -> String {
  SystemErrorCode(underlying: error)?.description
    ?? error.localizedDescription.trimmingCharacters(in: CharacterSet(charactersIn: "."))
}
