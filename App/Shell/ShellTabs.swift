import Basics
import Components
import Foundation
import Navigation
import Observation
import Persistence

@MainActor
@Observable
final class ShellTab {
  let title: String
  /// The common prefix of the tab's destination names, up to the first dot.
  let family: String
  let queue: NavigationQueue

  /// The tab's screens; `nil` until the tab is first opened.
  private(set) var presentation: ScreenLayers<any Screen>?
  /// The titles of the tab's pages, starting at the bottom.
  var path: [String] { presentation.map(pathTitles) ?? [] }

  @ObservationIgnored private let makeRouter:
    @MainActor (NavigationQueue, @escaping @MainActor (ScreenLayers<any Screen>) -> Void)
      throws(RouterStartError) -> Router<any Screen>
  @ObservationIgnored private(set) var router: Router<any Screen>?
  /// The screens that have appeared: the panes or the top page, and the popups.
  @ObservationIgnored private var shown: [any Screen] = []
  @ObservationIgnored private var isVisible = false
  @ObservationIgnored private var windowWidth = 0
  /// The preview that appears once the selection has stopped moving.
  @ObservationIgnored private weak var restingPreview: (any Screen)?
  @ObservationIgnored private var rest: Task<Void, Never>?
  @ObservationIgnored private let clock: any Clock<Duration>

  /// Creates a tab, whose first screen is created when the tab is first opened.
  init(
    title: String,
    family: String,
    clock: any Clock<Duration>,
    makeRouter:
      @escaping @MainActor (NavigationQueue, @escaping @MainActor (ScreenLayers<any Screen>) -> Void)
      throws(RouterStartError) -> Router<any Screen>
  ) {
    self.title = title
    self.family = family
    self.clock = clock
    self.makeRouter = makeRouter
    queue = NavigationQueue()
  }

  /// The screen that receives keys.
  var top: (any Screen)? { presentation?.top }

  func open() throws(RouterStartError) {
    guard router == nil else { return }
    router = try makeRouter(queue) { [weak self] in self?.present($0) }
  }

  func setVisible(_ isVisible: Bool) {
    guard isVisible != self.isVisible else { return }
    self.isVisible = isVisible
    if !isVisible { stopResting() }
    for screen in shown {
      if isVisible { screen.appear() } else { screen.disappear() }
    }
  }

  /// Returns the side-by-side screens for a window width; `nil` if there is only one screen.
  func panes(width: Int) -> ShellPanes? {
    guard width >= ShellPanes.minimumWidth, let presentation else { return nil }
    if let list = presentation.page as? any PreviewingScreen {
      return ShellPanes(list: list, page: list.preview, focusesPage: false)
    }
    guard let list = presentation.below as? any PreviewingScreen else { return nil }
    return ShellPanes(list: list, page: presentation.page, focusesPage: true)
  }

  var panes: ShellPanes? { panes(width: windowWidth) }

  /// Tells newly visible screens that they have appeared, and hidden screens that they have disappeared.
  func didShow(width: Int) {
    windowWidth = width
    updateShown()
  }

  private func present(_ presentation: ScreenLayers<any Screen>) {
    self.presentation = presentation
    updateShown()
  }

  private func updateShown() {
    guard let presentation else { return }
    let panes = panes
    var needed = [presentation.page] + presentation.popups
    var preview: (any Screen)?
    if let panes {
      if panes.focusesPage { needed.insert(panes.list, at: 0) } else { preview = panes.page }
    }
    if let preview, shown.contains(where: { $0 === preview }) { needed.append(preview) }
    let before = shown
    shown = needed
    if preview !== restingPreview { stopResting() }
    guard isVisible else { return }
    for screen in before where !needed.contains(where: { $0 === screen }) { screen.disappear() }
    for screen in needed where !before.contains(where: { $0 === screen }) { screen.appear() }
    if let preview, restingPreview == nil, !needed.contains(where: { $0 === preview }) { letRest(preview) }
  }

  private func letRest(_ preview: any Screen) {
    restingPreview = preview
    rest = Task { [weak self, weak preview, clock] in
      do { try await clock.sleep(for: ShellPanes.restBeforePreview) } catch { return }
      guard let self, let preview, preview === self.restingPreview else { return }
      stopResting()
      shown.append(preview)
      preview.appear()
    }
  }

  private func stopResting() {
    rest?.cancel()
    rest = nil
    restingPreview = nil
  }

  private func pathTitles(_ presentation: ScreenLayers<any Screen>) -> [String] {
    guard let router, router.stack.pageCount > 1 else { return [presentation.page.title] }
    // The tab's title represents the pages below.
    return [title] + [presentation.page.title]
  }
}

/// Two screens side by side: a list, and the page for one of the list's items.
@MainActor
struct ShellPanes {
  /// The minimum window width for two panes, in columns.
  static let minimumWidth = 110
  /// The delay before a selection's preview appears and may send requests.
  static let restBeforePreview = Duration.milliseconds(250)

  let list: any PreviewingScreen
  /// The preview, or the page opened from the list; `nil` if nothing is selected.
  let page: (any Screen)?
  /// Whether the page was opened from the list and therefore receives key presses.
  let focusesPage: Bool

  /// Returns the width of the list with its frame, in columns.
  static func listWidth(of width: Int) -> Int { min(width * 9 / 20, 96) }
}

/// A navigator that passes a command with a destination to the tab for the destination's family, and shows that tab.
///
/// Commands without a destination are passed to the selected tab.
final class ShellNavigation: Navigator {
  private struct State {
    weak var shell: Shell?
    var tabs: [(family: String, queue: NavigationQueue)] = []
    var selected = 0
    var catalog: DestinationCatalog?
  }

  private let state = Locked(State())

  var shell: Shell? { state.withLock { $0.shell } }

  /// Connects the navigator to the shell whose screens use it; commands sent before this call fail.
  @MainActor
  func connect(_ shell: Shell) {
    let tabs = shell.tabs.map { (family: $0.family, queue: $0.queue) }
    let catalog = shell.catalog
    state.withLock { $0 = State(shell: shell, tabs: tabs, selected: $0.selected, catalog: catalog) }
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
    // The selected tab's router rejects an invalid link.
    if case .open(let link) = command { target = (try? state.catalog?.path(of: link))?.targets.last?.id }
    let index = target.flatMap { id in state.tabs.firstIndex { $0.family == id.family } } ?? state.selected
    return (index, state.tabs[index].queue, shell)
  }
}

extension DestinationID {
  var family: String { String(rawValue.prefix { $0 != "." }) }
}

/// The state that the interactive program restores in its next run: the selected tab and each tab's pages.
struct ShellSession: Codable, Sendable {
  var tab: String?
  /// The tabs' restoration documents, by the family of the tab's destinations.
  var pages: [String: String] = [:]
  /// The palette's recent commands; `nil` in files from earlier versions.
  var recentCommands: [String]?
  /// The tabs that couldn't be restored, described in sentences.
  ///
  /// This property isn't stored.
  var losses: [String] = []

  private enum CodingKeys: String, CodingKey {
    case tab, pages
    case recentCommands = "recent_commands"
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
    session.recentCommands = recentCommands.isEmpty ? nil : recentCommands
    for tab in tabs {
      do throws(RestorationError) {
        guard let document = try tab.router?.restorationDocument() else { continue }
        session.pages[tab.family] = String(decoding: document, as: UTF8.self)
      } catch {
        session.losses.append("Couldn't save the open screens in \(tab.title): \(error)")
      }
    }
    return session
  }

  /// Reopens a session's tabs and pages, and skips pages that can't be opened.
  func restore(_ session: ShellSession) async {
    recentCommands = session.recentCommands ?? []
    for tab in tabs {
      guard let document = session.pages[tab.family] else { continue }
      // Selecting the tab shows the error.
      do { try tab.open() } catch { continue }
      // An unreadable document is treated as a document without pages.
      _ = try? await tab.router?.restore(from: Data(document.utf8))
    }
    if let index = tabs.firstIndex(where: { $0.family == session.tab }) { select(index) }
  }
}
