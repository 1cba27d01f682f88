import Foundation
import Navigation

/// Where screens ask for moves: hands each command to the tab that it belongs to, which is then shown.
///
/// A destination belongs to the tab of its family, the part of its name before the first dot; everything else is for the
/// tab that is shown.
///
/// `@unchecked Sendable`: everything that changes is guarded by `lock`.
final class ShellNavigation: Navigator, @unchecked Sendable {
  private let lock = NSLock()
  private var queues: [(family: String, queue: NavigationQueue)] = []
  private var selected = 0
  private var catalogue: DestinationCatalogue?
  private var select: (@MainActor @Sendable (Int) -> Void)?

  /// Connects the tabs; before that, commands wait for the first one.
  func connect(
    _ queues: [(family: String, queue: NavigationQueue)],
    catalogue: DestinationCatalogue,
    select: @escaping @MainActor @Sendable (Int) -> Void
  ) {
    lock.withLock {
      self.queues = queues
      self.catalogue = catalogue
      self.select = select
    }
  }

  /// Notes which tab is shown.
  func setSelected(_ index: Int) { lock.withLock { selected = index } }

  func send(_ command: NavigationCommand) {
    guard let (index, queue, select) = destination(of: command) else { return }
    Task { @MainActor in
      select(index)
      queue.send(command)
    }
  }

  func perform(_ command: NavigationCommand) async -> NavigationOutcome {
    guard let (index, queue, select) = destination(of: command) else { return .closed }
    await select(index)
    return await queue.perform(command)
  }

  func ask<D: Destination>(_ destination: D, in place: PresentationStyle) async -> NavigationAnswer<D.Answer> {
    guard let (index, queue, select) = self.destination(of: .push(destination)) else { return .notShown(.closed) }
    await select(index)
    return await queue.ask(destination, in: place)
  }

  /// The tab that a command is for.
  private func destination(
    of command: NavigationCommand
  ) -> (index: Int, queue: NavigationQueue, select: @MainActor @Sendable (Int) -> Void)? {
    lock.withLock {
      guard let select, !queues.isEmpty else { return nil }
      var target = command.target?.id
      // A link that leads nowhere is refused by the router of the tab that is shown.
      if case .open(let link) = command { target = (try? catalogue?.path(of: link))?.targets.last?.id }
      let index = target.flatMap { id in queues.firstIndex { $0.family == id.family } } ?? selected
      return (index, queues[index].queue, select)
    }
  }
}

extension DestinationID {
  /// The part of the name before its first dot.
  var family: String { String(rawValue.prefix { $0 != "." }) }
}
