import Persistence
import Portfolio

extension DoctorCommand {
  /// What the settings screen stored; elsewhere it is passed over where it can't be read.
  func preferences() -> DoctorFinding {
    do {
      let stored = try root.configuration.storedPreferences().load()
      return DoctorFinding(
        check: "preferences",
        state: .good,
        message: stored.isEmpty ? "none chosen" : "\(stored.count) chosen"
      )
    } catch {
      return DoctorFinding(check: "preferences", CommandFailure(error))
    }
  }

  func alerts() -> DoctorFinding {
    do {
      return DoctorFinding(check: "alerts", state: .good, message: "\(try root.resolve(Keys.alerts).alerts().count)")
    } catch let error as AlertError {
      return DoctorFinding(check: "alerts", CommandFailure(error))
    } catch {
      return DoctorFinding(check: "alerts", CommandFailure(error))
    }
  }

  func ledger() -> DoctorFinding {
    do {
      let snapshot = try root.resolve(Keys.ledger).snapshot()
      guard let problem = snapshot.problems.first else {
        return DoctorFinding(check: "ledger", state: .good, message: "every line is understood")
      }
      let others = snapshot.problemCount > 1 ? " So it is with \(snapshot.problemCount - 1) more." : ""
      return DoctorFinding(
        check: "ledger",
        state: .warning,
        message: "\(problem)\(others)",
        cure: "Restore the file from a copy, or enter what is missing anew."
      )
    } catch let error as LedgerError {
      return DoctorFinding(check: "ledger", CommandFailure(error))
    } catch {
      return DoctorFinding(check: "ledger", CommandFailure(error))
    }
  }
}
