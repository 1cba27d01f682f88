import CommandLine
import Components
import FetchCounter
import Foundation
import Images
import Navigation
import Persistence
import Terminal

struct AppCommand: AsyncCommand {
  nonisolated static let declaration = CommandDeclaration(
    name: "app",
    summary: "Open the interactive program; on a terminal, fetch-counter without a command does the same.",
    discussion: "Press ? for help, : to search all commands, and q to quit.",
    examples: [
      .init("fetch-counter app", "Return to the last screen."),
      .init("fetch-counter app settings", "Open the settings screen."),
      .init("fetch-counter app --plain", "Use line mode, for screen readers."),
    ],
    arguments: [Argument.link],
    printsAsItGoes: true
  )

  let context: CommandContext

  private var root: CompositionRoot { context.root }

  func run() async throws(CommandFailure) { try await open(link: context[argument: .link]) }

  /// Runs the interactive program with the link's screen open or, if there is no link, the last session's screens.
  func open(link: String?) async throws(CommandFailure) {
    guard SystemTerminal.isAvailable else {
      throw CommandFailure(
        exitCode: .usage,
        kind: "usage",
        message: "The interactive program needs a terminal for both input and output.",
        hint: "Use a command such as 'fetch-counter fetch', or print a screen as text with 'fetch-counter open LINK'."
      )
    }
    MemoryArenas.limit()
    let folder = try root.configuration.dataFolder()
    let store = ShellSession.store(in: folder)
    let isFirstStart = noteFirstStart(in: folder, store)
    let shell = try root.makeShell(preferences: try Preferences(root.configuration), isFirstStart: isFirstStart)
    shell.select(0)
    if let session = lastSession(in: store, shell: shell), link == nil { await shell.restore(session) }
    if let link { try await open(link, in: shell) }

    var options = AppRuntimeOptions()
    // At this interval, a key pressed right after a frame takes effect within 1/120 of a second.
    options.frameInterval = .microseconds(8_333)
    options.theme = { Theme.standard(for: $0) }
    options.encodePNG = { RGBAImage(width: $0.width, height: $0.height, pixels: $0.bytes)?.pngData() ?? [] }
    let runtime = AppRuntime(
      app: shell,
      device: SystemTerminal(environment: root.configuration.environment, showsLinesOnly: context[.plain]),
      environment: environment,
      options: options
    )
    shell.effects.runtime = runtime
    shell.start()
    let trimming = MemoryTrimming()
    shell.afterFrame = { trimming.plan() }
    root.log.holdBack()
    defer { root.log.release() }
    let end: RunEnd
    do throws(TerminalError) {
      end = try await runtime.run()
    } catch {
      throw CommandFailure(exitCode: .failure, kind: "terminal", message: "\(error)")
    }
    let session = shell.session
    for loss in session.losses { root.log.add(.warning, loss) }
    do throws(StoreError) {
      try await store.update { $0 = session }
    } catch {
      // Losing the session is only inconvenient, so log the error instead of reporting it.
      root.log.add(.warning, "Couldn't save the session: \(error.message)")
    }
    root.log.release()
    if case .signal(let number) = end { SystemTerminal.die(of: number) }
  }

  /// Returns whether this is the first start, which means that no version of the program has stored anything yet.
  ///
  /// If so, this method stores a session, so the next start isn't the first one.
  private func noteFirstStart(in folder: String, _ store: JSONFileStore<ShellSession>) -> Bool {
    // A directory that can't be listed, such as a missing directory, counts as empty.
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    guard files.isEmpty else { return false }
    do throws(StoreError) {
      try store.update { $0.tab = FetchCounterDestination.id.family }
    } catch {
      root.log.add(.warning, "Couldn't record the first launch: \(error.message)")
    }
    return true
  }

  /// Returns the last session; a corrupt file is set aside, so the next session can be stored.
  private func lastSession(in store: JSONFileStore<ShellSession>, shell: Shell) -> ShellSession? {
    let outcome = store.outcome()
    guard let error = store.error(for: outcome) else { return outcome.value }
    root.log.add(.warning, "Couldn't restore the last session: \(error.message)")
    guard error.isCorrupt else { return nil }
    do throws(StoreError) {
      let kept = try store.replaceIfCorrupt(with: nil).map {
        "; the file was renamed to \(FileLocation.split($0).name)"
      }
      shell.effects.show(
        StyledText("Couldn't restore the last session: the session file is corrupt\(kept ?? "")."),
        tone: .warning
      )
    } catch {
      root.log.add(.warning, "Couldn't rename the corrupt file: \(error.message)")
    }
    return nil
  }

  private func open(_ link: String, in shell: Shell) async throws(CommandFailure) {
    let outcome = await shell.navigation.perform(.open(link: link))
    switch outcome {
    case .moved, .unchanged: break
    default: throw Self.refusal(of: link, outcome)
    }
  }

  static func refusal(of link: String, _ outcome: NavigationOutcome) -> CommandFailure {
    CommandFailure(
      exitCode: .usage,
      kind: "usage",
      message: reason(of: link, outcome),
      hint: "Examples: 'counter', 'directory', 'markets/bitcoin?days=30', 'settings'."
    )
  }

  /// Returns the reason why a link couldn't be opened, without mentioning internal screen identifiers.
  private static func reason(of link: String, _ outcome: NavigationOutcome) -> String {
    switch outcome {
    case .payloadRejected(let rejection): "The link “\(link)” can't be opened: \(rejection.reason)"
    case .linkRejected(.unknownParameter(let name, _, let suggestions)):
      "The link “\(link)” has an unknown parameter “\(name)”."
        + (suggestions.first.map { " Did you mean “\($0)”?" } ?? "")
    case .linkRejected(.missingValue(let name, _)): "The link “\(link)” needs a value for “\(name)”."
    case .linkRejected(.malformedValue(let name, _, let reason)):
      "The value of “\(name)” in the link “\(link)” isn't valid: \(reason)"
    case .linkRejected(.unreadable(_, let reason)): "The link “\(link)” can't be read: \(reason)"
    default: "\(outcome)"
    }
  }

  private var environment: RenderEnvironment {
    let mode = context.console.output.mode
    return RenderEnvironment(
      capabilities: mode.capabilities,
      widthPolicy: mode.widthPolicy,
      glyphs: context[.plain] ? .ascii : .unicode,
      isAnimated: !context[.plain]
    )
  }
}

extension Argument where Value == String? {
  fileprivate static var link: Self {
    .optional("LINK", .link, summary: "Link to open, such as markets/bitcoin or settings.")
  }
}

extension ValueRule where Value == String {
  /// A link to a screen.
  ///
  /// Shells offer links to the tabs, coins and employees as completions.
  static var link: Self { .text.suggesting(["counter", "dashboard", "directory", "markets", "settings"], of: .links) }
}

@MainActor
private final class MemoryTrimming {
  private var isPlanned = false

  // A load frees several times as much memory as its values need, and the C library would keep it. Memory is returned at
  // most once a second while frames are drawn.
  func plan() {
    guard !isPlanned else { return }
    isPlanned = true
    Task {
      try? await Task.sleep(for: .seconds(1))
      isPlanned = false
      await Task.detached(priority: .utility) { MemoryArenas.trim() }.value
    }
  }
}
