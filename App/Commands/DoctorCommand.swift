import Components
import FeatureFlags
import FetchCounter
import Foundation
import Networking

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// `fetch-counter doctor`: looks at everything that the program needs, and says what to do about what is not well.
@MainActor
struct DoctorCommand: WaitingCommand {
  /// What was found of one thing.
  struct Finding: Encodable {
    enum State: String, Encodable {
      case good
      case warning
      case bad
    }

    let check: String
    let state: State
    let message: String
    var cure: String?

    enum CodingKeys: String, CodingKey {
      case check, state, message, cure
    }

    /// With the same keys whether or not there is something to cure.
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(check, forKey: .check)
      try container.encode(state, forKey: .state)
      try container.encode(message, forKey: .message)
      try container.encode(cure, forKey: .cure)
    }
  }

  let console: Console
  let root: CompositionRoot

  func run() async throws(CommandFailure) {
    var findings = [configurationFile(), folder("data", root.configuration.dataFolder)]
    findings += [folder("cache", root.configuration.cacheFolder), count(), flags()]
    findings += [preferences(), alerts(), ledger(), terminal()]
    let transport = transport()
    findings.append(transport)
    if transport.state != .bad {
      for service in ConfiguredService.allCases { findings.append(await reach(service)) }
    }
    let isWell = !findings.contains { $0.state == .bad }
    if console.isJSON {
      struct Document: Encodable {
        let ok: Bool
        let checks: [Finding]
      }
      try console.write(json: Document(ok: isWell, checks: findings))
    } else {
      try console.write(table(findings).rendered(for: console.mode))
    }
    guard isWell else {
      let count = findings.count { $0.state == .bad }
      throw CommandFailure(
        exitCode: .failure,
        kind: "not_well",
        message: count == 1 ? "One thing is not well." : "\(count) things are not well.",
        hint: findings.first { $0.state == .bad }?.cure,
        isReported: console.isJSON
      )
    }
  }

  private func table(_ findings: [Finding]) -> TextTable {
    let typography = Theme.dark.typography
    return TextTable(
      columns: [.init("Check"), .init("State"), .init("Found", isFlexible: true), .init("Cure", isFlexible: true)],
      rows: findings.map { finding in
        let style =
          switch finding.state {
          case .good: typography.positive
          case .warning: typography.caption
          case .bad: typography.negative
          }
        return [
          StyledText(finding.check), StyledText(finding.state.rawValue, style), StyledText(finding.message),
          StyledText(finding.cure ?? ""),
        ]
      }
    )
  }

  // MARK: Local things

  private func configurationFile() -> Finding {
    do throws(CommandFailure) {
      let file = try root.configuration.checkFile()
      for setting in Settings.all { _ = try root.configuration.shown(setting) }
      let exists = FileManager.default.fileExists(atPath: file.path)
      guard let warning = file.warnings.first else {
        return Finding(
          check: "configuration",
          state: .good,
          message: exists ? file.path : "no file, which is fine: the defaults hold"
        )
      }
      return Finding(check: "configuration", state: .warning, message: warning, cure: "Edit \(file.path).")
    } catch {
      return Finding(check: "configuration", error)
    }
  }

  private func folder(_ name: String, _ find: () throws(CommandFailure) -> String?) -> Finding {
    let found: String?
    do throws(CommandFailure) { found = try find() } catch { return Finding(check: "\(name) folder", error) }
    guard let path = found else {
      return Finding(check: "\(name) folder", state: .warning, message: "there is no place for it", cure: "Set HOME.")
    }
    var status = stat()
    guard stat(path, &status) == 0 else {
      // It is made with its first file; what matters is whether it can be.
      var parent = path
      repeat {
        parent = (parent as NSString).deletingLastPathComponent
      } while !parent.isEmpty && parent != "/" && access(parent, F_OK) != 0
      let isPossible = access(parent.isEmpty ? "." : parent, W_OK | X_OK) == 0
      return Finding(
        check: "\(name) folder",
        state: isPossible ? .good : .bad,
        message: isPossible ? "\(path) will be made when it is needed" : "\(path) can't be made",
        cure: isPossible ? nil : "Allow writing to \(parent), or name another folder with --\(name)-dir."
      )
    }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      return Finding(
        check: "\(name) folder",
        state: .bad,
        message: "\(path) is no folder",
        cure: "Move it away, or name another folder with --\(name)-dir."
      )
    }
    guard access(path, R_OK | W_OK | X_OK) == 0 else {
      return Finding(
        check: "\(name) folder",
        state: .bad,
        message: "\(path) can't be used: \(String(cString: strerror(errno)).lowercased())",
        cure: "Change its permissions, or name another folder with --\(name)-dir."
      )
    }
    guard status.st_mode & 0o022 == 0 else {
      return Finding(
        check: "\(name) folder",
        state: .warning,
        message: "\(path) can be changed by others",
        cure: "Run 'chmod 700 \(path)'."
      )
    }
    return Finding(check: "\(name) folder", state: .good, message: path)
  }

  private func count() -> Finding {
    do throws(CommandFailure) {
      return Finding(check: "count", state: .good, message: "\(try root.storedTally().count)")
    } catch {
      return Finding(check: "count", error)
    }
  }

  private func flags() -> Finding {
    do throws(CommandFailure) {
      let warnings = try root.resolve(Keys.flags).warnings
      guard let first = warnings.first else { return Finding(check: "flags", state: .good, message: "all understood") }
      return Finding(check: "flags", state: .warning, message: "\(first)", cure: "Run 'fetch-counter flags list'.")
    } catch {
      return Finding(check: "flags", error)
    }
  }

  private func terminal() -> Finding {
    guard console.output.isTerminal else {
      return Finding(check: "terminal", state: .good, message: "none: output goes to a file or a pipe")
    }
    let name = root.configuration.environment["TERM"] ?? ""
    let depth = console.mode.capabilities.colorDepth
    guard !name.isEmpty, name != "dumb" else {
      return Finding(
        check: "terminal",
        state: .warning,
        message: "it can't move its cursor, so that the interactive program works line by line",
        cure: "Set TERM to what the terminal is, as xterm-256color."
      )
    }
    return Finding(check: "terminal", state: .good, message: "\(name), \(depth)")
  }

  private func transport() -> Finding {
    do throws(CommandFailure) {
      _ = try root.resolve(Keys.systemTransport)
      return Finding(check: "libcurl", state: .good, message: "found")
    } catch {
      return Finding(check: "libcurl", error)
    }
  }

  // MARK: Services

  private func reach(_ service: ConfiguredService) async -> Finding {
    let check = "\(service.rawValue) service"
    do throws(CommandFailure) {
      guard let url = try root.configuration.resolved(service.setting)?.value else {
        return Finding(check: check, state: .good, message: "inside the program")
      }
      let probe = ServiceProbe(transport: try root.resolve(Keys.transport))
      switch await probe.reach(url, within: try root.configuration.value(Settings.timeout)) {
      case .success(let status):
        return Finding(check: check, state: .good, message: "\(url.absoluteString) answers (\(status))")
      case .failure(let error):
        return Finding(check: check, CommandFailure(error))
      }
    } catch {
      return Finding(check: check, error)
    }
  }
}

extension DoctorCommand.Finding {
  init(check: String, _ failure: CommandFailure) {
    self.init(check: check, state: .bad, message: failure.message, cure: failure.hint)
  }
}
