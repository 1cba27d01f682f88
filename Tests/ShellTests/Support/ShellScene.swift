import Components
import Foundation
import Navigation
import Terminal
import TerminalTesting

@testable import fetch_counter

/// The shell with two tabs of a test feature, on an in-memory terminal.
@MainActor
struct ShellScene {
  let journal = DemoJournal()
  let terminal: ScriptedTerminal
  let shell: Shell
  let folder: URL

  init(
    size: Size = Size(width: 80, height: 24),
    session: ShellSession? = nil,
    tabs: [(title: String, home: any Destination)] = [("Demo", DemoHome()), ("Other", OtherHome())],
    now: @escaping @Sendable () -> Date = { Date() }
  ) async throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "shell-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    terminal = ScriptedTerminal(size: size)
    let navigation = ShellNavigation()
    let effects = ShellEffects(exportFolder: folder, clock: terminal.clock)
    shell = Shell(
      coordinators: [DemoCoordinator(journal: journal, nav: navigation, effects: effects)],
      tabs: tabs,
      navigation: navigation,
      effects: effects,
      system: SystemDependencies(now: now, clock: terminal.clock)
    )
    shell.select(0)
    if let session { await shell.restore(session) }
    shell.effects.runtime = terminal.start(shell)
    // Input that arrives before the program has taken over the terminal would go to the parent shell.
    try await terminal.waitUntil("the first frame is there") { [terminal] in terminal.frame != nil }
  }

  func waits(for text: String) async throws { try await terminal.waitUntil(contains: text) }
}
