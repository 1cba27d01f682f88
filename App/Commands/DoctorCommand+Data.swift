import Persistence
import Portfolio

extension DoctorCommand {
  /// What the settings screen stored; elsewhere it is passed over where it can't be read.
  func preferences() -> Finding {
    do {
      let stored = try root.configuration.storedPreferences().load()
      return Finding(
        check: "preferences",
        state: .good,
        message: stored.isEmpty ? "none chosen" : "\(stored.count) chosen"
      )
    } catch {
      return Finding(check: "preferences", CommandFailure(error))
    }
  }

  func alerts() -> Finding {
    do {
      return Finding(check: "alerts", state: .good, message: "\(try root.resolve(Keys.alerts).alerts().count)")
    } catch let error as AlertError {
      return Finding(check: "alerts", CommandFailure(error))
    } catch {
      return Finding(check: "alerts", CommandFailure(error))
    }
  }

  func ledger() -> Finding {
    do {
      let snapshot = try root.resolve(Keys.ledger).snapshot()
      guard let problem = snapshot.problems.first else {
        return Finding(check: "ledger", state: .good, message: "every line is understood")
      }
      let others = snapshot.problemCount > 1 ? " So it is with \(snapshot.problemCount - 1) more." : ""
      return Finding(
        check: "ledger",
        state: .warning,
        message: "\(problem)\(others)",
        cure: "Restore the file from a copy, or enter what is missing anew."
      )
    } catch let error as LedgerError {
      return Finding(check: "ledger", CommandFailure(error))
    } catch {
      return Finding(check: "ledger", CommandFailure(error))
    }
  }
}
