import Basics
import CommandLine
import Foundation
import Markets
import Persistence
import Portfolio

extension DoctorCommand {
  /// The size of the test file, in bytes, which is more than the program writes to any file in a day.
  private static let trialSize = 64 * 1_024

  /// Writes a test file, because only writing detects quotas, full disks and read-only file systems.
  func writing() -> DoctorFinding {
    do {
      let folder = try root.configuration.dataFolder()
      guard FileManager.default.fileExists(atPath: folder) else {
        return DoctorFinding(check: "writing data", state: .good, message: "nothing is stored yet")
      }
      try DurableWriter().tryWriting(Self.trialSize, in: folder)
      return DoctorFinding(check: "writing data", state: .good, message: "the data folder is writable")
    } catch let error as FileSystemError {
      return DoctorFinding(
        check: "writing data",
        state: .bad,
        message: "couldn't write to the data folder: \(error)",
        recoverySuggestion: error.code.recoverySuggestion
      )
    } catch {
      return DoctorFinding(check: "writing data", CommandFailure(error))
    }
  }

  /// Checks the values stored by the settings screen.
  ///
  /// Other commands ignore an unreadable file.
  func preferences() -> DoctorFinding {
    do {
      let stored = try root.configuration.storedPreferences().load()
      let problems = stored.sorted { $0.key < $1.key }.compactMap { problem(of: $0.key, $0.value) }
      guard problems.isEmpty else {
        return DoctorFinding(
          check: "preferences",
          state: .bad,
          message: problems.joined(separator: " "),
          recoverySuggestion: "Choose another value in the settings: run 'fetch-counter app settings'."
        )
      }
      return DoctorFinding(
        check: "preferences",
        state: .good,
        message: stored.isEmpty ? "none set" : "\(stored.count) set"
      )
    } catch {
      return DoctorFinding(check: "preferences", CommandFailure(error))
    }
  }

  private func problem(of key: String, _ word: String) -> String? {
    // Newer versions of the program check their own settings.
    guard let setting = Settings.all.first(where: { $0.key == key && $0.isStorable }) else { return nil }
    do throws(ValidationError) {
      try setting.value.check(word)
    } catch {
      return "The stored \(key) “\(word)” can't be used: \(error.reason)."
    }
    // Without a source, the currency can't be checked. Another finding reports why there is no source.
    guard key == Settings.currency.specification.key,
      let source = try? root.resolve(Keys.marketsRepository).capabilities
    else { return nil }
    let codes = source.currencies.map { $0.code.lowercased() }
    guard !codes.contains(word.lowercased()) else { return nil }
    return "The stored currency “\(word)” can't be used: \(source.name) has prices in \(codes.joined(separator: ", "))."
  }

  func favorites() -> DoctorFinding {
    do {
      let coins = try FavouriteCoinsFile(folder: try root.configuration.dataFolder(of: .markets)).load()
      return DoctorFinding(check: "favorites", state: .good, message: "\(coins.count)")
    } catch {
      return DoctorFinding(check: "favorites", CommandFailure(error))
    }
  }

  /// Checks the identities of the user's coins.
  ///
  /// Other commands continue if the file is unreadable.
  func coins() -> DoctorFinding {
    do {
      let coins = try root.resolve(Keys.coinIdentities).load().coins
      return DoctorFinding(check: "coins", state: .good, message: "\(coins.count)")
    } catch {
      return DoctorFinding(check: "coins", CommandFailure(error))
    }
  }

  /// Checks the file that counts the calls to each service; if it is unreadable, every run counts from 0.
  func countedCalls() -> DoctorFinding {
    do {
      let calls = try CallBudget.calls(path: try root.configuration.callsFile()).values.reduce(0, +)
      return DoctorFinding(check: "counted requests", state: .good, message: "\(calls)")
    } catch {
      return DoctorFinding(check: "counted requests", CommandFailure(error))
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

  /// Reports the number of calls to the markets service this month; `nil` if calls aren't counted.
  func calls() -> DoctorFinding? {
    guard let calls = root.marketsCalls() else { return nil }
    return DoctorFinding(
      check: "price requests",
      state: calls.isStretched ? .warning : .good,
      message: "this month: \(calls.text)",
      recoverySuggestion: calls.isStretched
        ? "Set markets_freshness to a longer time, use a key with a larger plan, or wait until next month." : nil
    )
  }

  func ledger() -> DoctorFinding {
    do {
      let snapshot = try root.resolve(Keys.ledger).snapshot()
      guard let problem = snapshot.problems.first else {
        return DoctorFinding(check: "ledger", state: .good, message: "all lines are valid")
      }
      let rest = snapshot.problemCount - 1
      let others = rest > 0 ? " \(rest == 1 ? "1 more line is" : "\(rest) more lines are") invalid." : ""
      return DoctorFinding(
        check: "ledger",
        state: .warning,
        message: "\(problem)\(others)",
        recoverySuggestion: "Restore the file from a backup, or record the missing entries again."
      )
    } catch let error as LedgerError {
      return DoctorFinding(check: "ledger", CommandFailure(error))
    } catch {
      return DoctorFinding(check: "ledger", CommandFailure(error))
    }
  }
}
