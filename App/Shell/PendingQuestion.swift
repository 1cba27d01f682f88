import Components

/// A question to the person that something waits for.
@MainActor
struct PendingQuestion {
  let title: String
  let message: String
  /// The answers, the harmless one first.
  let answers: [String]
  var selected = 0
  let tone: Tone
  /// Gets the index of the answer; nil when the question was dismissed.
  let answer: @MainActor (Int?) -> Void

  /// The question as a dialog.
  var body: any Widget {
    Dialog(title, message: message, buttons: answers, selected: selected, tone: tone, target: ShellTarget.answers)
  }

  /// Moves between the answers.
  ///
  /// - Returns: The answer that was chosen; `.some(nil)` for none of them.
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
