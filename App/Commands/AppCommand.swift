import Components
import Foundation
import Images
import Navigation
import Persistence
import Terminal

/// `fetch-counter app [LINK]`: the interactive program.
@MainActor
struct AppCommand: WaitingCommand {
  let console: Console
  let root: CompositionRoot
  let link: String?
  let isPlain: Bool

  func run() async throws(CommandFailure) {
    guard SystemTerminal.isAvailable else {
      throw CommandFailure(
        exitCode: .usage,
        kind: "usage",
        message: "The interactive program needs a terminal for its input and its output.",
        hint: "Use a command such as 'fetch-counter fetch', or 'fetch-counter open LINK' for a screen as text."
      )
    }
    MemoryArenas.limit()
    let shell = try root.makeShell(preferences: try Preferences(root.configuration))
    let store = ShellSession.store(in: try root.configuration.dataFolder())
    shell.select(0)
    if let session = lastSession(in: store, shell: shell), link == nil { await shell.restore(session) }
    if let link { try await open(link, in: shell) }

    var options = AppRuntimeOptions()
    // A key may come right after a frame of something that loads; its own then waits no longer than half a 60th of a second.
    options.frameInterval = .microseconds(8_333)
    options.theme = { Theme.standard(for: $0) }
    options.encodePNG = { RGBAImage(width: $0.width, height: $0.height, pixels: $0.bytes)?.pngData() ?? [] }
    let runtime = AppRuntime(
      app: shell,
      device: SystemTerminal(environment: root.configuration.environment),
      environment: environment,
      options: options
    )
    shell.effects.runtime = runtime
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
      // What was open is a convenience, and its loss no failure; the log may tell.
      root.log.add(.warning, "The session was not kept: \(error.message)")
    }
    root.log.release()
    if case .signal(let number) = end { SystemTerminal.die(of: number) }
  }

  /// What was open the last time, if it can be read; a damaged file is set aside, so that the next one can be kept.
  private func lastSession(in store: JSONFileStore<ShellSession>, shell: Shell) -> ShellSession? {
    let outcome = store.outcome()
    guard let error = store.error(for: outcome) else { return outcome.value }
    root.log.add(.warning, "What was open is not known: \(error.message)")
    guard error.isCorrupt else { return nil }
    do throws(StoreError) {
      let kept = try store.replaceIfCorrupt(with: nil).map { ", and is kept as \(($0 as NSString).lastPathComponent)" }
      shell.effects.show(StyledText("What was open is lost: its file was damaged\(kept ?? "")."), tone: .warning)
    } catch {
      root.log.add(.warning, "The damaged file stays: \(error.message)")
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

  /// A link that leads nowhere.
  static func refusal(of link: String, _ outcome: NavigationOutcome) -> CommandFailure {
    CommandFailure(
      exitCode: .usage,
      kind: "usage",
      message: reason(of: link, outcome),
      hint: "Links are such as 'counter', 'directory', 'markets/bitcoin?days=30' and 'settings'."
    )
  }

  /// The reason in the words of people, who know links but not the identifiers of screens.
  private static func reason(of link: String, _ outcome: NavigationOutcome) -> String {
    switch outcome {
    case .payloadRejected(let rejection): "The link “\(link)” can't be opened: \(rejection.reason)"
    case .linkRejected(.unknownParameter(let name, _, let suggestions)):
      "The link “\(link)” has an unknown parameter “\(name)”."
        + (suggestions.first.map { " Did you mean “\($0)”?" } ?? "")
    case .linkRejected(.missingValue(let name, _)): "The link “\(link)” lacks “\(name)”."
    case .linkRejected(.malformedValue(let name, _, let reason)):
      "The value of “\(name)” in the link “\(link)” isn't valid: \(reason)"
    case .linkRejected(.unreadable(_, let reason)): "The link “\(link)” can't be read: \(reason)"
    default: "\(outcome)"
    }
  }

  private var environment: RenderEnvironment {
    RenderEnvironment(
      capabilities: console.output.mode.capabilities,
      widthPolicy: console.output.mode.widthPolicy,
      glyphs: isPlain ? .ascii : .unicode,
      isAnimated: !isPlain
    )
  }
}
