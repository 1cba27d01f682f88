import Components
import Foundation
import Navigation
import Observation
import Terminal

/// The user interface around the screens: tabs, path, hints, palette, questions and toasts.
///
/// Routers own the screens and make all navigation decisions. The shell passes keys and clicks to the top screen, or
/// converts them to commands.
@MainActor
@Observable
final class Shell: TerminalApp {
  let tabs: [ShellTab]
  private(set) var selectedTab = 0
  var palette: CommandPalette?
  var menu: (menu: ChoiceMenu<Int>, choices: [KeyChoice])?
  /// A counter that increases as time passes.
  ///
  /// It is read while drawing, which keeps displayed ages current.
  private(set) var ageing = 0

  let effects: ShellEffects
  @ObservationIgnored let navigation: ShellNavigation
  @ObservationIgnored let catalog: DestinationCatalog
  @ObservationIgnored let now: @MainActor () -> Date
  /// The chosen theme, if any.
  ///
  /// It is read while drawing, so a change is visible immediately.
  @ObservationIgnored var chosenTheme: @MainActor () -> Theme? = { nil }
  @ObservationIgnored var searchSources: [any SearchableItems] = []
  @ObservationIgnored var screenCommands: [ScreenCommand] = []
  /// The pages to offer for typed text that they accept; the text replaces `TEXT` in their titles and links.
  @ObservationIgnored var typedPages: [(title: String, link: String, accepts: (String) -> Bool)] = []
  /// The names of the palette's recent commands, latest first.
  @ObservationIgnored var recentCommands: [String] = []
  /// The known items opened by recent commands, by link.
  @ObservationIgnored var recentItems: [String: SearchableItem] = [:]
  /// Whether a change in ``searchSources`` updates the palette.
  @ObservationIgnored var isFollowingSearchSources = false
  /// The revisions of the sources that are being indexed.
  @ObservationIgnored var pendingRevisions: [ObjectIdentifier: Int] = [:]
  @ObservationIgnored var searchGroups: [ObjectIdentifier: (revision: Int, group: CommandPalette.Group)] = [:]
  @ObservationIgnored var keyAssignments = KeyAssignments.standard {
    didSet {
      keyReplacements = keyAssignments.replacements
      effects.undoKey = keyAssignments.shown([.character("u")]).first
    }
  }
  @ObservationIgnored private(set) var keyReplacements: [KeyPress: KeyPress] = [:]
  /// The welcome message's paragraphs, shown until the first input; Enter and Esc only close it.
  var welcome: [String] = []
  @ObservationIgnored var headerStatus: (any HeaderStatus)?
  /// Whether a service's data is invented, which the header says on every screen.
  @ObservationIgnored var isSample = false
  /// A function that returns whether mouse support is on.
  ///
  /// It is also called while drawing.
  @ObservationIgnored var usesMouse: @MainActor () -> Bool = { true }
  @ObservationIgnored var backgroundWork: (any BackgroundWork)?
  @ObservationIgnored var lastClick: (target: String, index: Int?, time: Date, count: Int)?
  @ObservationIgnored var dragTarget: (name: String, index: Int?)?
  @ObservationIgnored let clock: any Clock<Duration>
  @ObservationIgnored private var ageingTask: Task<Void, Never>?
  @ObservationIgnored var afterFrame: @MainActor () -> Void = {}
  @ObservationIgnored private var isQuitting = false
  @ObservationIgnored private var hasEnded = false

  /// Creates a shell with no tab open; the tabs' routers must use `effects` to ask for confirmation.
  init(
    tabs: [ShellTab],
    catalog: DestinationCatalog,
    navigation: ShellNavigation,
    effects: ShellEffects,
    system: SystemDependencies
  ) {
    precondition(!tabs.isEmpty, "a shell needs a tab")
    self.tabs = tabs
    self.catalog = catalog
    self.navigation = navigation
    self.effects = effects
    now = system.now
    clock = system.clock
    navigation.connect(self)
    effects.didChangeData = { [weak self] in self?.headerStatus?.update() }
    effects.screenTitle = { [weak self] in self?.screen?.title }
    effects.openMenu = { [weak self] in self?.openMenu($0, among: $1, selected: $2) }
  }

  var tab: ShellTab { tabs[selectedTab] }

  var questions: ShellQuestions { effects.questions }

  /// The screen that receives keys.
  var screen: (any Screen)? { tab.top }

  var title: String { (["fetch-counter"] + (screen.map { [$0.title] } ?? [])).joined(separator: " · ") }

  var theme: Theme? { chosenTheme() }

  var mouse: TerminalModes.Mouse? { usesMouse() ? .dragging : .off }

  var isAnimating: Bool {
    guard let panes = tab.panes else { return screen?.isAnimating ?? false }
    return panes.list.isAnimating || panes.page?.isAnimating == true || screen?.isAnimating == true
  }

  func select(_ index: Int) {
    guard tabs.indices.contains(index) else { return }
    do {
      try tabs[index].open()
    } catch {
      effects.show(StyledText("\(error)"), tone: .negative)
      return
    }
    // A navigation that was pending when the program ended still completes for its sender, but no screen appears.
    guard !hasEnded else { return }
    if index != selectedTab { tab.setVisible(false) }
    selectedTab = index
    navigation.setSelected(index)
    tab.setVisible(true)
    if ageingTask == nil { beginAgeing() }
  }

  func start() {
    backgroundWork?.start()
    headerStatus?.update()
  }

  /// Redraws the screen periodically to update displayed ages, which are in minutes.
  private func beginAgeing() {
    ageingTask = Task { [weak self, clock] in
      while !Task.isCancelled {
        do { try await clock.sleep(for: .seconds(30)) } catch { return }
        self?.ageing += 1
      }
    }
  }

  /// Performs a command in the visible tab, if possible before the next key press is handled.
  func goInTab(_ command: NavigationCommand) {
    if let outcome = tab.router?.performNow(command) {
      report(outcome)
    } else {
      go(command)
    }
  }

  /// Performs a command and shows the reason if it fails.
  func go(_ command: NavigationCommand) {
    Task {
      let outcome = await navigation.perform(command)
      report(outcome)
    }
  }

  func report(_ outcome: NavigationOutcome) {
    switch outcome {
    case .moved, .unchanged, .atRoot, .quit, .closed, .queued: break
    case .refused(_, let reason):
      if !questions.takeRefusal() { effects.show(StyledText(reason), tone: .warning) }
    case .payloadRejected(let rejection): effects.show(StyledText(rejection.reason), tone: .warning)
    default: effects.show(StyledText("\(outcome)"), tone: .warning)
    }
  }

  /// Quits the program unless a screen objects; a second request in the meantime always quits the program.
  func quit() {
    guard !isQuitting else {
      effects.runtime?.quit()
      return
    }
    isQuitting = true
    Task {
      defer { isQuitting = false }
      for tab in tabs where tab.router != nil {
        let outcome = await tab.queue.perform(.quit)
        guard outcome == .quit || outcome == .closed else {
          report(outcome)
          return
        }
      }
      effects.runtime?.quit()
    }
  }

  /// Stops all activity, because a screen may be observing data and a navigation may be waiting for a response.
  func didEnd() {
    hasEnded = true
    ageingTask?.cancel()
    backgroundWork?.stop()
    questions.end()
    // The palette's entries retain the screens and this object.
    palette = nil
    menu = nil
    effects.changes.removeAll()
    tab.setVisible(false)
  }
}

/// Background work that continues while the interactive program runs, regardless of the visible screen.
@MainActor
protocol BackgroundWork: AnyObject {
  func start()
  func stop()
}

/// A status at the right end of the header, such as the value of an account.
@MainActor
protocol HeaderStatus: AnyObject {
  /// Returns the status in several lengths, longest first; empty if there is nothing to show.
  func texts(in environment: RenderEnvironment) -> [StyledText]

  /// Rereads the stored data without sending a request.
  func update()
}

enum ShellTarget {
  static let prefix = "shell."
  static let tabs = "shell.tabs"
  static let path = "shell.path"
  static let answers = "shell.answers"
  static let palette = "shell.palette"
  static let help = "shell.help"
  static let hints = "shell.hints"
  static let toasts = "shell.toasts"
}
