import Components
import Navigation
import Observation

/// Questions for the user, shown one at a time.
@MainActor
@Observable
final class ShellQuestions {
  private(set) var pending: PendingQuestion?
  /// Whether the user has just declined to leave a screen, in which case no message is needed.
  @ObservationIgnored private var hasDeclined = false
  @ObservationIgnored private var hasEnded = false

  func confirm(_ leave: LeaveConfirmation) async -> Bool {
    let answer = await ask(leave.question, leave.explanation, answers: [leave.decline, leave.confirm], tone: .warning)
    hasDeclined = answer != 1
    return answer == 1
  }

  /// Asks a question, and returns the index of the chosen response; `nil` if the user dismissed the question.
  func ask(_ title: String, _ message: String, answers: [String], tone: Tone = .accent) async -> Int? {
    guard !hasEnded else { return nil }
    answer(nil)
    return await withCheckedContinuation { continuation in
      pending = PendingQuestion(title: title, message: message, answers: answers, tone: tone) { answer in
        continuation.resume(returning: answer)
      }
    }
  }

  func handle(_ press: KeyPress) {
    if let result = pending?.handle(press) { answer(result) }
  }

  /// Answers the open question; `nil` dismisses it.
  func answer(_ answer: Int?) {
    let question = pending
    pending = nil
    question?.answer(answer)
  }

  /// Returns whether the user has just declined to leave a screen, and clears this state.
  func takeRefusal() -> Bool {
    defer { hasDeclined = false }
    return hasDeclined
  }

  func end() {
    hasEnded = true
    answer(nil)
  }
}

@MainActor
struct PendingQuestion {
  let title: String
  let message: String
  /// The possible responses, with the safe response first.
  let answers: [String]
  var selected = 0
  let tone: Tone
  /// A function that receives the index of the chosen response, or `nil` if the question is dismissed.
  let answer: @MainActor (Int?) -> Void

  var body: any Widget {
    Dialog(title, message: message, buttons: answers, selected: selected, tone: tone, target: ShellTarget.answers)
  }

  /// Moves between the responses, and returns the chosen response; `.some(nil)` dismisses the question.
  mutating func handle(_ press: KeyPress) -> Int?? {
    switch press.key {
    case .left, .up: selected = (selected + answers.count - 1) % answers.count
    case .right, .down: selected = (selected + 1) % answers.count
    case .tab:
      let step = press.modifiers.contains(.shift) ? answers.count - 1 : 1
      selected = (selected + step) % answers.count
    case .enter, .character(" "): return .some(selected)
    case .escape, .character("n"), .character("q"): return .some(nil)
    case .character("y"): return .some(answers.count - 1)
    default: break
    }
    return nil
  }
}
