import Basics
import CommandLine
import Components
import FeatureFlags
import FetchCounter
import Foundation
import Networking
import Persistence

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

struct DoctorCommand: AsyncCommand {
  nonisolated static let declaration = CommandDeclaration(
    name: "doctor",
    summary: "Check configuration, files, libcurl, terminal and services.",
    discussion: "Prints one line per check, with a fix for each problem. Exits with status 1 if a check fails.",
    examples: [
      .init("fetch-counter doctor", "Run all checks."),
      .init("fetch-counter doctor --profile live", "Also check the public services."),
    ]
  )

  let context: CommandContext

  private var console: Console { context.console }
  var root: CompositionRoot { context.root }

  func run() async throws(CommandFailure) {
    let configuration = configurationFile()
    var findings = [environment(), folder("data", root.configuration.dataFolder)]
    findings += [folder("cache", root.configuration.cacheFolder), count(), flags()]
    findings += [preferences(), favorites(), alerts(), coins(), ledger(), countedCalls(), writing(), terminal()]
    findings += themes()
    findings += calls().map { [$0] } ?? []
    let transport = transport()
    findings.append(transport)
    if transport.state != .bad {
      findings += await services()
    }
    // Checks that depend on an unreadable setting fail for the same reason. Remove them, because they only repeat the
    // first finding.
    findings.removeAll { $0.state == .bad && configuration.explains($0) }
    findings.insert(configuration, at: 0)
    let isWell = !findings.contains { $0.state == .bad }
    if console.isJSON {
      struct Document: Encodable {
        let ok: Bool
        let checks: [DoctorFinding]
      }
      try console.write(json: Document(ok: isWell, checks: findings))
    } else {
      try console.write(DoctorReport(findings).text(for: console.mode))
    }
    guard isWell else {
      let count = findings.count { $0.state == .bad }
      throw CommandFailure(
        exitCode: .failure,
        kind: "not_well",
        message: count == 1 ? "1 check failed." : "\(count) checks failed.",
        // A terminal already shows the suggestions.
        hint: console.output.isTerminal ? nil : DoctorReport(findings).recoverySuggestions,
        isReported: console.isJSON
      )
    }
  }

  // MARK: Local checks

  private func configurationFile() -> DoctorFinding {
    do throws(CommandFailure) {
      let file = try root.configuration.checkFile()
      let failures = wrongSettings()
      guard failures.isEmpty else {
        let recoverySuggestions = failures.compactMap(\.hint)
        return DoctorFinding(
          check: "configuration",
          state: .bad,
          message: failures.map(\.message).joined(separator: " "),
          recoverySuggestion: recoverySuggestions.isEmpty ? nil : recoverySuggestions.joined(separator: " ")
        )
      }
      let exists = FileManager.default.fileExists(atPath: file.path)
      let leftovers = leftovers(beside: file.path)
      guard leftovers.isEmpty else {
        let list = leftovers.joined(separator: ", ")
        return DoctorFinding(
          check: "configuration",
          state: .warning,
          message: (["A killed process left unfinished files, which can contain keys: \(list)."] + file.warnings)
            .joined(separator: " "),
          recoverySuggestion: "Remove the files, or run 'fetch-counter config set', which removes them."
        )
      }
      guard !file.warnings.isEmpty else {
        return DoctorFinding(
          check: "configuration",
          state: .good,
          message: exists ? file.path : "no file; defaults apply"
        )
      }
      return DoctorFinding(
        check: "configuration",
        state: .warning,
        message: file.warnings.joined(separator: " "),
        recoverySuggestion: "Edit \(file.path)."
      )
    } catch {
      var finding = DoctorFinding(check: "configuration", error)
      finding.recoverySuggestion = [
        finding.recoverySuggestion,
        "Then run 'fetch-counter doctor' again, because the other checks need the configuration.",
      ].compactMap { $0 }
        .joined(separator: " ")
      return finding
    }
  }

  /// Returns copies of the file that a killed process left; none if the folder can't be listed.
  private func leftovers(beside path: String) -> [String] {
    let disk = LiveFileSystem()
    do throws(FileSystemError) {
      return try TemporaryFiles.existing(for: try FileLocation(path: path).resolved(in: disk), in: disk)
    } catch {
      return []
    }
  }

  private func wrongSettings() -> [CommandFailure] {
    var failures: [CommandFailure] = []
    for setting in Settings.all {
      do throws(CommandFailure) {
        _ = try root.configuration.shown(setting)
      } catch {
        if !failures.contains(error) { failures.append(error) }
      }
    }
    guard failures.isEmpty else { return failures }
    do throws(CommandFailure) { _ = try root.configuredCurrency() } catch { failures.append(error) }
    do throws(CommandFailure) { _ = try root.configuration.chosenTheme() } catch { failures.append(error) }
    return failures
  }

  /// Finds unknown environment variables with the program's prefix, except flag variables.
  private func environment() -> DoctorFinding {
    let unknown = EnvironmentCheck.unknownVariables(in: root.configuration.environment)
    guard !unknown.isEmpty else { return DoctorFinding(check: "environment", state: .good, message: "no problems") }
    return DoctorFinding(
      check: "environment",
      state: .warning,
      message: unknown.map { EnvironmentCheck.warning(about: $0) }.joined(separator: " "),
      recoverySuggestion: "Correct the names, or run 'unset \(unknown.joined(separator: " "))'."
    )
  }

  private func folder(_ name: String, _ find: () throws(CommandFailure) -> String?) -> DoctorFinding {
    let found: String?
    do throws(CommandFailure) { found = try find() } catch { return DoctorFinding(check: "\(name) folder", error) }
    guard let path = found else {
      return DoctorFinding(
        check: "\(name) folder",
        state: .warning,
        message: "HOME is not set",
        recoverySuggestion: "Set HOME."
      )
    }
    var status = stat()
    guard stat(path, &status) == 0 else {
      // The directory is created along with its first file. Check that it can be created.
      var parent = path
      repeat {
        parent = FileLocation.split(parent).folder
      } while parent != "." && parent != "/" && access(parent, F_OK) != 0
      guard access(parent, W_OK | X_OK) == 0 else {
        return unusable(name, "couldn't create \(path)", SystemErrorCode(rawValue: errno))
      }
      return DoctorFinding(check: "\(name) folder", state: .good, message: "\(path) will be created when needed")
    }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      return DoctorFinding(
        check: "\(name) folder",
        state: .bad,
        message: "\(path) isn't a folder",
        recoverySuggestion: "Move it, or choose another folder with --\(name)-dir."
      )
    }
    guard access(path, R_OK | W_OK | X_OK) == 0 else {
      return unusable(name, "couldn't use \(path)", SystemErrorCode(rawValue: errno))
    }
    guard status.st_mode & 0o022 == 0 else {
      return DoctorFinding(
        check: "\(name) folder",
        state: .warning,
        message: "other users can change \(path)",
        recoverySuggestion: "Run 'chmod 700 \(path)'."
      )
    }
    return DoctorFinding(check: "\(name) folder", state: .good, message: path)
  }

  private func unusable(_ name: String, _ problem: String, _ code: SystemErrorCode) -> DoctorFinding {
    let advice = code.recoverySuggestion.map { "\($0) " } ?? ""
    return DoctorFinding(
      check: "\(name) folder",
      state: .bad,
      message: "\(problem): \(code)",
      recoverySuggestion: "\(advice)Or choose another folder with --\(name)-dir."
    )
  }

  private func count() -> DoctorFinding {
    do throws(CommandFailure) {
      return DoctorFinding(check: "count", state: .good, message: "\(try root.storedFetchCount().count)")
    } catch {
      return DoctorFinding(check: "count", error)
    }
  }

  private func flags() -> DoctorFinding {
    do throws(CommandFailure) {
      let warnings = try root.resolve(Keys.flags).warnings
      guard !warnings.isEmpty else { return DoctorFinding(check: "flags", state: .good, message: "no problems") }
      let message = warnings.map(\.description).joined(separator: " ")
      return DoctorFinding(
        check: "flags",
        state: .warning,
        message: message,
        recoverySuggestion: "Run 'fetch-counter flags list'."
      )
    } catch {
      return DoctorFinding(check: "flags", error)
    }
  }

  private func terminal() -> DoctorFinding {
    guard console.output.isTerminal else {
      return DoctorFinding(check: "terminal", state: .good, message: "none: output is a file or a pipe")
    }
    let name = root.configuration.environment["TERM"] ?? ""
    let depth = console.mode.capabilities.colorDepth
    guard !name.isEmpty, name != "dumb" else {
      return DoctorFinding(
        check: "terminal",
        state: .warning,
        message: "no cursor movement, so the interactive program uses line mode",
        recoverySuggestion: "Set TERM to your terminal's type, such as xterm-256color."
      )
    }
    let colors =
      switch depth {
      case .none: "no color"
      case .sixteen: "16 colors"
      case .twoFiftySix: "256 colors"
      case .trueColor: "true color"
      }
    return DoctorFinding(check: "terminal", state: .good, message: "\(name), \(colors)")
  }

  private func transport() -> DoctorFinding {
    do {
      _ = try root.resolve(Keys.systemTransport).value()
      return DoctorFinding(check: "libcurl", state: .good, message: "found")
    } catch {
      return DoctorFinding(check: "libcurl", CommandFailure(error))
    }
  }

  // MARK: Services

  /// Checks all services at the same time, and returns the findings in a fixed order.
  private func services() async -> [DoctorFinding] {
    await withTaskGroup(of: (index: Int, finding: DoctorFinding).self) { group in
      for (index, service) in ConfiguredService.allCases.enumerated() {
        group.addTask { [root] in (index, await Self.reach(service, root)) }
      }
      var findings: [Int: DoctorFinding] = [:]
      for await (index, finding) in group { findings[index] = finding }
      return findings.sorted { $0.key < $1.key }.map(\.value)
    }
  }

  private static func reach(
    _ service: ConfiguredService,
    _ root: CompositionRoot
  ) async -> DoctorFinding {
    let check = "\(service.rawValue) service"
    do throws(CommandFailure) {
      guard let url = try root.configuration.resolved(service.setting)?.value else {
        return DoctorFinding(check: check, state: .good, message: "inside the program")
      }
      switch try await root.check(service) {
      case .skippedOffline:
        return DoctorFinding(check: check, state: .warning, message: "\(ShownAddress(url)) isn't checked while offline")
      case .responds: return DoctorFinding(check: check, state: .good, message: "\(ShownAddress(url)) responds")
      }
    } catch {
      return DoctorFinding(check: check, error)
    }
  }
}
