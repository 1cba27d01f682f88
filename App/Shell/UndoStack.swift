import Components

/// A stack of undoable changes, latest first.
@MainActor
final class UndoStack {
  private struct Change {
    let message: StyledText
    let undo: @MainActor () async -> String?
  }

  /// The maximum number of changes.
  ///
  /// The oldest change is dropped first.
  static let limit = 100

  private var changes: [Change] = []
  private var undoing: Task<Void, Never>?

  var isEmpty: Bool { changes.isEmpty }

  func add(_ message: StyledText, undo: @escaping @MainActor () async -> String?) {
    changes.append(Change(message: message, undo: undo))
    if changes.count > Self.limit { changes.removeFirst() }
  }

  /// Undoes the latest change and reports the result.
  ///
  /// A change that couldn't be undone stays the latest change.
  func undo(report: @escaping @MainActor (StyledText, Tone) -> Void) {
    guard let change = changes.popLast() else {
      report("Nothing to undo.", .information)
      return
    }
    // Undo changes in order, no matter how fast the key is pressed.
    undoing = Task { [undoing] in
      await undoing?.value
      if let problem = await change.undo() {
        changes.append(change)
        report(StyledText("Couldn't undo: \(problem)"), .negative)
      } else {
        report(StyledText("Undone: ") + change.message, .positive)
      }
    }
  }

  /// Removes all changes, because they hold view models in memory.
  func removeAll() { changes = [] }
}
