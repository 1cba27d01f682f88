import Networking
import Persistence

/// A failed fetch in words for people.
public struct FetchProblem: Sendable {
  /// What failed.
  public let error: FetchError
  /// What happened, as a sentence.
  public let message: String
  /// What to do about it, where something can be said.
  public let hint: String?

  /// Words an error.
  public init(_ error: FetchError) {
    self.error = error
    switch error {
    case .service(let error as NetworkError):
      message = error.message
      hint = error.recoverySuggestion
    case .store(let error as StoreError):
      message = error.message
      hint = error.recoverySuggestion
    case .service(let error), .store(let error):
      message = "\(error)"
      hint = nil
    case .pathSuperseded(let attempts, let serviceMessage):
      let words = serviceMessage.map { " It says: \($0)" } ?? ""
      message = "The service refused the path that it had just handed out, \(attempts) times in a row.\(words)"
      hint = "When other clients use the service at the same time, try again later."
    case .cancelled:
      message = "The fetch was cancelled."
      hint = nil
    }
  }
}
