import Components

/// A stack of undoable changes, latest first.
@MainActor
final class UndoStack {
  private struct Change {
    let id: Int
    let message: StyledText
    /// The title of the screen that made the change.
    let screen: String?
    let undo: @MainActor () async -> String?
    var hasFailed = false
  }

  /// The maximum number of changes; the oldest change is dropped first.
  static let limit = 100

  private var changes: [Change] = []
  private var lastID = 0
  private var undoing: Task<Void, Never>?

  func add(_ message: StyledText, on screen: String? = nil, undo: @escaping @MainActor () async -> String?) {
    lastID += 1
    changes.append(Change(id: lastID, message: message, screen: screen, undo: undo))
    if changes.count > Self.limit { changes.removeFirst() }
  }

  /// Undoes the latest change and reports the result.
  ///
  /// The report mentions the screen that made the change, unless that is the visible screen, whose title is `screen`.
  /// A change that couldn't be undone keeps its place for a second attempt. If that fails too, the change is dropped,
  /// so that it doesn't block earlier changes.
  func undo(on screen: String? = nil, report: @escaping @MainActor (StyledText, Tone) -> Void) {
    // Undo changes in order, no matter how fast the key is pressed.
    undoing = Task { [undoing] in
      await undoing?.value
      await undoLatest(on: screen, report)
    }
  }

  private func undoLatest(on screen: String?, _ report: @MainActor (StyledText, Tone) -> Void) async {
    guard let change = changes.last else { return report("Nothing to undo.", .information) }
    let problem = await change.undo()
    // Other changes may have been made in the meantime.
    let index = changes.lastIndex { $0.id == change.id }
    guard let problem else {
      if let index { changes.remove(at: index) }
      let place = change.screen.flatMap { $0 == screen ? nil : " (\($0))" } ?? ""
      return report(StyledText("Undone: ") + change.message + StyledText(place), .positive)
    }
    guard change.hasFailed else {
      if let index { changes[index].hasFailed = true }
      return report(StyledText("Couldn't undo: \(problem)"), .negative)
    }
    if let index { changes.remove(at: index) }
    report(StyledText("The second attempt to undo failed, so the change stays: \(problem)"), .negative)
  }

  /// Waits until all requested undo operations have finished.
  func settle() async { await undoing?.value }

  /// Removes all changes, because they hold view models in memory.
  func removeAll() { changes = [] }
}
