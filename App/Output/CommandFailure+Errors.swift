import DependencyInjection
import FetchCounter
import Foundation
import LoopbackServer
import Networking
import Persistence

extension CommandFailure {
  /// Whatever a part of the program failed to be made with.
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

  /// A sentence about an error of any kind; those of Foundation describe themselves in words for programmers.
  private static func words(of cause: any Error) -> String {
    let isForeign = type(of: cause) == NSError.self || cause is CocoaError || cause is POSIXError
    return isForeign ? "Something unexpected failed: \(SystemReason(cause))." : "\(cause)"
  }

  /// A command line that can't be understood.
  init(_ error: UsageError) {
    self.init(exitCode: .usage, kind: "usage", message: error.message, hint: error.hint)
  }

  /// A failed fetch.
  init(_ problem: FetchProblem) {
    switch problem.error {
    case .service(let error as NetworkError): self.init(error)
    case .store(let error as StoreError): self.init(error)
    case .pathSuperseded: self.init(exitCode: .serviceError, kind: "path_superseded", message: problem.message)
    case .cancelled: self.init(exitCode: .failure, kind: "cancelled", message: problem.message)
    case .service, .store: self.init(exitCode: .failure, kind: "failure", message: problem.message)
    }
    hint = hint ?? problem.hint
  }

  /// A request without a usable answer.
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
      }
    self.init(exitCode: code, kind: kind, message: error.message, hint: error.recoverySuggestion)
  }

  /// A file that could not be read or written.
  init(_ error: StoreError) {
    let (code, kind): (ExitCode, String) =
      switch error {
      case .lost, .empty, .corrupt: (.localData, "data_corrupt")
      case .unreadable: (.localData, "data_unreadable")
      case .newerSchema: (.localData, "data_newer")
      case .notConfirmed: (.failure, "data_not_confirmed")
      case .notWritable, .tooLarge, .notEncodable, .noBackup, .changeFailed:
        (.failure, "data_not_written")
      case .lockTimeout: (.failure, "data_locked")
      }
    let suggestion = error.recoverySuggestion
    self.init(exitCode: code, kind: kind, message: error.message, hint: suggestion)
    if let suggestion, error.isCorrupt, error.path.hasSuffix("/count.json") {
      hint = "\(suggestion) Or run 'fetch-counter reset', which starts over and keeps a damaged file."
    }
  }

  /// Sample services that can't listen.
  init(_ error: LoopbackServerError) {
    self.init(exitCode: .failure, kind: "server", message: "\(error)")
  }
}
