import Components
import Portfolio

/// A change to the ledger that the user made on a screen.
struct LedgerChange {
  /// A sentence for the user.
  let message: String
  let tone: Tone
  /// The ledger after the change; `nil` if the ledger has to be reread.
  var snapshot: LedgerSnapshot?
  /// A function that undoes the change with additional entries, and returns the problem if that fails; `nil` if there
  /// is nothing to undo.
  var undo: (@MainActor () async -> String?)?

  /// Shows the message, and offers to undo the change.
  ///
  /// `reload` updates the screen after the undo.
  @MainActor
  func report(to effects: any ScreenEffects, reload: @escaping @MainActor () async -> Void) {
    guard let undo else { return effects.show(StyledText(message), tone: tone) }
    effects.didChange(StyledText(message)) {
      let problem = await undo()
      await reload()
      return problem
    }
  }

  /// Changes the ledger off the main actor.
  ///
  /// If that fails, the problem is returned.
  static func apply(_ change: @Sendable () throws(LedgerError) -> Void) async -> String? {
    do throws(LedgerError) {
      try await performBlocking(change)
      return nil
    } catch {
      return error.description
    }
  }
}
