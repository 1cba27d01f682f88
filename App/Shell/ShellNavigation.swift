import Foundation
import Navigation

/// Where screens ask for moves: hands each command to the tab that it belongs to, which is then shown.
///
/// A destination belongs to the tab of its family, the part of its name before the first dot; everything else is for the
/// tab that is shown.
///
/// `@unchecked Sendable`: everything that changes is guarded by `lock`.
final class ShellNavigation: NavSource, @unchecked Sendable {
  private let lock = NSLock()
  private var signals: [(family: String, signal: NavSignal)] = []
  private var selected = 0
  private var catalogue: DestinationCatalogue?
  private var select: (@MainActor @Sendable (Int) -> Void)?

  /// Connects the tabs; before that, commands wait for the first one.
  func connect(
    _ signals: [(family: String, signal: NavSignal)],
    catalogue: DestinationCatalogue,
    select: @escaping @MainActor @Sendable (Int) -> Void
  ) {
    lock.withLock {
      self.signals = signals
      self.catalogue = catalogue
      self.select = select
    }
  }

  /// Notes which tab is shown.
  func setSelected(_ index: Int) { lock.withLock { selected = index } }

  func send(_ command: NavCommand) {
    guard let (index, signal, select) = destination(of: command) else { return }
    Task { @MainActor in
      select(index)
      signal.send(command)
    }
  }

  func perform(_ command: NavCommand) async -> NavOutcome {
    guard let (index, signal, select) = destination(of: command) else { return .closed }
    await select(index)
    return await signal.perform(command)
  }

  func ask<D: Destination>(_ destination: D, in place: NavPlace) async -> NavAnswer<D.Answer> {
    guard let (index, signal, select) = self.destination(of: .push(destination)) else { return .notShown(.closed) }
    await select(index)
    return await signal.ask(destination, in: place)
  }

  /// The tab that a command is for.
  private func destination(
    of command: NavCommand
  ) -> (index: Int, signal: NavSignal, select: @MainActor @Sendable (Int) -> Void)? {
    lock.withLock {
      guard let select, !signals.isEmpty else { return nil }
      var target = command.target?.id
      // A link that leads nowhere is refused by the router of the tab that is shown.
      if case .open(let link) = command { target = (try? catalogue?.path(of: link))?.targets.last?.id }
      let index = target.flatMap { id in signals.firstIndex { $0.family == id.family } } ?? selected
      return (index, signals[index].signal, select)
    }
  }
}

extension DestinationID {
  /// The part of the name before its first dot.
  var family: String { String(rawValue.prefix { $0 != "." }) }
}
