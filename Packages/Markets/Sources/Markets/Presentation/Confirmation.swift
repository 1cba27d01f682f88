import Components
import Navigation
import Portfolio

/// A confirmation question before an action, with the safe option first.
@MainActor
struct Confirmation {
  static let target = "markets.confirmation"

  let title: String
  let message: String
  let decline: String
  let confirm: String
  var selected = 0
  /// The action to confirm; it must not retain the screen, which owns the question.
  let action: @MainActor () -> Void

  static func deleting(
    _ activities: [Activity],
    _ currency: CurrencyCode,
    action: @escaping @MainActor () -> Void
  ) -> Confirmation {
    let count = activities.count
    let first = activities.first.map { ActivityText(currency).textWithoutNote($0).plainText } ?? ""
    return Confirmation(
      title: count == 1 ? "Delete this entry?" : "Delete \(count) entries?",
      message:
        "\(first)\(count > 1 ? " and \(count - 1) more" : ""). The ledger keeps deleted entries, marked as undone.",
      decline: "Keep",
      confirm: "Delete",
      action: action
    )
  }

  static let leaveQuestion = LeaveConfirmation(question: "Leave the form?", explanation: "Your input will be lost.")

  /// Returns the question for closing only the form, not the screen.
  static func leavingForm(action: @escaping @MainActor () -> Void) -> Confirmation {
    Confirmation(
      title: leaveQuestion.question,
      message: leaveQuestion.explanation,
      decline: leaveQuestion.decline,
      confirm: leaveQuestion.confirm,
      action: action
    )
  }

  func over(_ page: any Widget) -> any Widget {
    let dialog = Dialog(
      title,
      message: message,
      buttons: [decline, confirm],
      selected: selected,
      tone: .warning,
      target: Self.target
    )
    return Overlay(page, top: dialog, alignment: .center, dimsBase: true, isModal: true)
  }

  func keyMap(move: @escaping @MainActor () -> Void, answer: @escaping @MainActor (Bool) -> Void) -> KeyMap {
    KeyMap(
      title,
      isQuestion: true,
      [
        KeyBinding(KeyPress(.enter), label: selected == 1 ? confirm : decline, explanation: "Confirm the answer") {
          answer(selected == 1)
        },
        KeyBinding(.character("y"), label: confirm, explanation: "Yes: \(confirm)") { answer(true) },
        KeyBinding(.character("n"), KeyPress(.escape), label: decline, explanation: "No: \(decline)") {
          answer(false)
        },
        KeyBinding(
          KeyPress(.tab),
          KeyPress(.left),
          KeyPress(.right),
          KeyPress(.tab, .shift),
          label: "other answer",
          explanation: "Select the other answer",
          prominence: .help,
          action: move
        ),
      ]
    )
  }
}
