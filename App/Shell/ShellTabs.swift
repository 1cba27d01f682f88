import Basics
import Components
import Foundation
import Navigation
import Observation
import Persistence

/// A tab: a stack of screens with its router.
@MainActor
@Observable
final class ShellTab {
  let title: String
  /// The common prefix of its destinations' names, up to the first dot.
  let family: String
  let queue: NavigationQueue

  /// The screens; nil until the tab is first opened.
  private(set) var presentation: ScreenLayers<any Screen>?
  /// The titles of its pages, from the bottom.
  private(set) var path: [String] = []

  @ObservationIgnored private let makeRouter:
    @MainActor (NavigationQueue, @escaping @MainActor (ScreenLayers<any Screen>) -> Void)
      throws(RouterStartError) -> Router<any Screen>
  @ObservationIgnored private(set) var router: Router<any Screen>?
  /// The top page and its popups; a page under a popup stays visible.
  @ObservationIgnored private var shown: [any Screen] = []
  @ObservationIgnored private var isVisible = false

  /// Creates a tab; its first screen is made when it is first opened.
  init(
    title: String,
    family: String,
    makeRouter:
      @escaping @MainActor (NavigationQueue, @escaping @MainActor (ScreenLayers<any Screen>) -> Void)
      throws(RouterStartError) -> Router<any Screen>
  ) {
    self.title = title
    self.family = family
    self.makeRouter = makeRouter
    queue = NavigationQueue()
  }

  /// The screen that receives keys.
  var top: (any Screen)? { presentation?.top }

  /// Creates the router unless the tab is open.
  func open() throws(RouterStartError) {
    guard router == nil else { return }
    router = try makeRouter(queue) { [weak self] in self?.present($0) }
  }

  /// Shows or hides the tab, which makes its screen appear or disappear.
  func setVisible(_ isVisible: Bool) {
    guard isVisible != self.isVisible else { return }
    self.isVisible = isVisible
    for screen in shown {
      if isVisible { screen.appear() } else { screen.disappear() }
    }
  }

  private func present(_ presentation: ScreenLayers<any Screen>) {
    let isNewPage = presentation.page !== self.presentation?.page
    self.presentation = presentation
    if isNewPage { path = pathTitles(presentation) }
    let before = shown
    shown = [presentation.page] + presentation.popups
    guard isVisible else { return }
    for screen in before where !shown.contains(where: { $0 === screen }) { screen.disappear() }
    for screen in shown where !before.contains(where: { $0 === screen }) { screen.appear() }
  }

  private func pathTitles(_ presentation: ScreenLayers<any Screen>) -> [String] {
    guard let router, router.stack.pageCount > 1 else { return [presentation.page.title] }
    // The tab's title stands for the pages below.
    return [title] + [presentation.page.title]
  }
}

/// Passes each command to the tab of its destination's family, which is then shown, or to the selected tab.
final class ShellNavigation: Navigator {
  private struct State {
    weak var shell: Shell?
    var tabs: [(family: String, queue: NavigationQueue)] = []
    var selected = 0
    var catalogue: DestinationCatalogue?
  }

  private let state = Locked(State())

  var shell: Shell? { state.withLock { $0.shell } }

  /// Connects the shell, whose screens were made with this navigator; earlier commands fail as closed.
  @MainActor
  func connect(_ shell: Shell) {
    let tabs = shell.tabs.map { (family: $0.family, queue: $0.queue) }
    let catalogue = shell.catalogue
    state.withLock { $0 = State(shell: shell, tabs: tabs, selected: $0.selected, catalogue: catalogue) }
  }

  func setSelected(_ index: Int) { state.withLock { $0.selected = index } }

  func send(_ command: NavigationCommand) {
    guard let (index, queue, shell) = destination(of: command) else { return }
    Task { @MainActor in
      shell.select(index)
      queue.send(command)
    }
  }

  func perform(_ command: NavigationCommand) async -> NavigationOutcome {
    guard let (index, queue, shell) = destination(of: command) else { return .closed }
    await shell.select(index)
    return await queue.perform(command)
  }

  private func destination(of command: NavigationCommand) -> (index: Int, queue: NavigationQueue, shell: Shell)? {
    let state = state.withLock { $0 }
    guard let shell = state.shell else { return nil }
    var target = command.target?.id
    // The selected tab's router refuses an invalid link.
    if case .open(let link) = command { target = (try? state.catalogue?.path(of: link))?.targets.last?.id }
    let index = target.flatMap { id in state.tabs.firstIndex { $0.family == id.family } } ?? state.selected
    return (index, state.tabs[index].queue, shell)
  }
}

extension DestinationID {
  /// The part of the name before its first dot.
  var family: String { String(rawValue.prefix { $0 != "." }) }
}

/// The state that the interactive program restores in its next run: the selected tab and the pages of each tab.
struct ShellSession: Codable, Sendable {
  /// The family of the selected tab.
  var tab: String?
  /// The tabs' restoration documents by family.
  var pages: [String: String] = [:]
  /// Sentences about tabs that can't be restored; not stored.
  var losses: [String] = []

  private enum CodingKeys: String, CodingKey {
    case tab, pages
  }

  static func store(in folder: String) -> JSONFileStore<ShellSession> {
    JSONFileStore(
      path: folder + "/session.json",
      default: ShellSession(),
      writtenBy: ProgramVersion.identification
    )
  }
}

extension Shell {
  var session: ShellSession {
    var session = ShellSession(tab: tab.family)
    for tab in tabs {
      do throws(RestorationError) {
        guard let document = try tab.router?.restorationDocument() else { continue }
        session.pages[tab.family] = String(decoding: document, as: UTF8.self)
      } catch {
        session.losses.append("The pages of \(tab.title) are not remembered: \(error)")
      }
    }
    return session
  }

  /// Reopens the tabs and pages of a session, except those that can't be opened.
  func restore(_ session: ShellSession) async {
    for tab in tabs {
      guard let document = session.pages[tab.family] else { continue }
      // Selecting the tab shows the error.
      do { try tab.open() } catch { continue }
      // A document that can't be read is one without pages.
      _ = try? await tab.router?.restore(from: Data(document.utf8))
    }
    if let index = tabs.firstIndex(where: { $0.family == session.tab }) { select(index) }
  }
}
