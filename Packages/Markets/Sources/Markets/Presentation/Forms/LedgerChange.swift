import Components
import Portfolio

struct LedgerChange {
  /// A human-readable sentence about the change.
  let message: String
  let tone: Tone
  /// The ledger after the change; `nil` if the ledger has to be reread.
  var snapshot: LedgerSnapshot?
  /// A function that undoes the change with additional entries; `nil` if there is nothing to undo.
  var undo: (@Sendable () throws(LedgerError) -> Void)?

  /// Shows the message, and offers to undo the change; `reload` updates the screen after the undo.
  @MainActor
  func report(to effects: any ScreenEffects, reload: @escaping @MainActor () async -> Void) {
    guard let undo else { return effects.show(StyledText(message), tone: tone) }
    effects.didChange(StyledText(message)) {
      do throws(LedgerError) {
        try await performBlocking(undo)
      } catch {
        await reload()
        // The ledger contains the new entries even if the disk didn't confirm them, so the change is undone.
        guard case .notConfirmed = error else { return error.description }
        effects.show(StyledText(error.description), tone: .warning)
        return nil
      }
      await reload()
      return nil
    }
  }
}
