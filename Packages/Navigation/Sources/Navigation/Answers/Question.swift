/// How a question ended, before the answer's type is known again.
enum QuestionEnd: Sendable {
  case answered(any Sendable)
  case dismissed
  case notShown(NavigationOutcome)
  case cancelled
}

/// Somebody who waits for a screen's answer.
protocol OpenQuestion: AnyObject, Sendable {
  /// The destination that was asked.
  var id: DestinationID { get }
  /// Ends the question; only the first end counts.
  func settle(_ end: QuestionEnd)
}

/// Somebody who waits for an answer of one type, and gets it exactly once.
final class Question<Answer: Sendable>: OpenQuestion {
  private enum State: Sendable {
    case new
    case waiting(CheckedContinuation<NavigationAnswer<Answer>, Never>)
    case settled
  }

  let id: DestinationID
  private let state = Locked(State.new)

  init(_ id: DestinationID) {
    self.id = id
  }

  /// Begins to wait.
  ///
  /// - Returns: Whether it waits; not when the task was cancelled before, which resumes the continuation at once.
  func wait(with continuation: CheckedContinuation<NavigationAnswer<Answer>, Never>) -> Bool {
    let waits = state.withLock { state in
      guard case .new = state else { return false }
      state = .waiting(continuation)
      return true
    }
    if !waits { continuation.resume(returning: .cancelled) }
    return waits
  }

  func settle(_ end: QuestionEnd) {
    let waiting: CheckedContinuation<NavigationAnswer<Answer>, Never>? = state.withLock { state in
      defer { state = .settled }
      guard case .waiting(let continuation) = state else { return nil }
      return continuation
    }
    waiting?.resume(returning: typed(end))
  }

  private func typed(_ end: QuestionEnd) -> NavigationAnswer<Answer> {
    switch end {
    case .answered(let value): (value as? Answer).map(NavigationAnswer.answered) ?? .dismissed
    case .dismissed: .dismissed
    case .notShown(let outcome): .notShown(outcome)
    case .cancelled: .cancelled
    }
  }
}

/// A question in the hands of the screen that is to answer it.
///
/// When it is dropped, with its router for example, the question ends as dismissed, so that nobody waits for ever.
final class QuestionTicket: Sendable {
  let question: any OpenQuestion

  init(_ question: any OpenQuestion) {
    self.question = question
  }

  deinit {
    question.settle(.dismissed)
  }
}
