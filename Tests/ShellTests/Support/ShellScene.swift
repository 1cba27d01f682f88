import Components
import Foundation
import Navigation
import Terminal
import TerminalTesting

@testable import fetch_counter

/// The shell with two tabs of a feature for tests, on a terminal in memory.
@MainActor
struct ShellScene {
  let journal = DemoJournal()
  let terminal: ScriptedTerminal
  let shell: Shell
  let folder: URL

  init(
    size: Size = Size(width: 80, height: 24),
    session: ShellSession? = nil,
    now: @escaping @Sendable () -> Date = { Date() }
  ) async throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "shell-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    terminal = ScriptedTerminal(size: size)
    let navigation = ShellNavigation()
    let relay = EffectsRelay()
    let builder = ShellBuilder(
      coordinators: [DemoCoordinator(journal: journal, nav: navigation, effects: relay)],
      tabs: [.init(title: "Demo", home: DemoHome()), .init(title: "Other", home: OtherHome())],
      navigation: navigation
    )
    shell = builder.makeShell(exportFolder: folder, system: SystemDependencies(now: now, clock: terminal.clock))
    relay.target = shell
    shell.select(0)
    if let session { await shell.restore(session) }
    shell.runtime = terminal.start(shell)
    // What is typed before a program has the terminal is the shell's that started it.
    try await terminal.waitUntil("the first frame is there") { [terminal] in terminal.frame != nil }
  }

  func waits(for text: String) async throws { try await terminal.waitUntil(contains: text) }
}
