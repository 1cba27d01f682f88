import Components
import Foundation
import Navigation
import Observation
import Terminal

/// The interactive program around the screens: tabs, path, hints, help, palette, questions and short messages.
///
/// Owns no screen and decides no move: routers do. Turns what a person does into events for the screen on top, or into
/// commands.
@MainActor
@Observable
final class Shell: TerminalApp {
  /// The tabs in their order.
  let tabs: [ShellTab]
  /// The tab that is shown.
  private(set) var selectedTab = 0
  /// What is asked, if anything.
  var question: PendingQuestion?
  /// The palette, while it is open.
  var palette: CommandPalette?
  /// Short messages.
  let toasts: ToastQueue
  /// Counts up as time passes; read while drawing, so that what says how old something is does not stand still.
  private(set) var ageing = 0

  @ObservationIgnored let navigation: ShellNavigation
  @ObservationIgnored let catalogue: DestinationCatalogue
  @ObservationIgnored let now: @MainActor () -> Date
  /// Where effects go; nil in tests that need none.
  @ObservationIgnored weak var runtime: AppRuntime?
  /// Where files are exported to.
  @ObservationIgnored let exportFolder: URL
  /// The theme that was chosen, if one was; read while drawing, so that a change is seen at once.
  @ObservationIgnored var chosenTheme: @MainActor () -> Theme? = { nil }
  /// Whether the mouse is wanted; read while drawing, too.
  @ObservationIgnored var usesMouse: @MainActor () -> Bool = { true }
  @ObservationIgnored var lastClick: (target: String, index: Int?, time: Date, count: Int)?
  @ObservationIgnored var dragTarget: (name: String, index: Int?)?
  @ObservationIgnored private let clock: any Clock<Duration>
  @ObservationIgnored private var ageingTask: Task<Void, Never>?
  @ObservationIgnored private var isQuitting = false
  @ObservationIgnored private var hasDeclined = false
  @ObservationIgnored private var hasEnded = false

  /// Creates a shell and opens its first tab.
  ///
  /// The routers of `tabs` have to ask through ``confirm(_:)``.
  init(
    tabs: [ShellTab],
    catalogue: DestinationCatalogue,
    navigation: ShellNavigation,
    exportFolder: URL,
    clock: any Clock<Duration>,
    now: @escaping @MainActor () -> Date
  ) {
    precondition(!tabs.isEmpty, "a shell needs a tab")
    self.tabs = tabs
    self.catalogue = catalogue
    self.navigation = navigation
    self.exportFolder = exportFolder
    self.now = now
    self.clock = clock
    toasts = ToastQueue(clock: clock)
    navigation.connect(tabs.map { ($0.family, $0.queue) }, catalogue: catalogue) { [weak self] in self?.select($0) }
  }

  /// The tab that is shown.
  var tab: ShellTab { tabs[selectedTab] }

  /// The screen that keys go to.
  var screen: (any Screen)? { tab.top }

  /// The title of the terminal's window.
  var title: String { (["fetch-counter"] + (screen.map { [$0.title] } ?? [])).joined(separator: " · ") }

  /// The theme that was chosen, if one was.
  var theme: Theme? { chosenTheme() }

  /// Clicks, the wheel and dragging, or nothing.
  var mouse: TerminalModes.Mouse? { usesMouse() ? .dragging : .off }

  /// Whether the screen on top moves by itself.
  var isAnimating: Bool { screen?.isAnimating ?? false }

  // MARK: Moving

  /// Shows a tab.
  func select(_ index: Int) {
    guard tabs.indices.contains(index) else { return }
    do {
      try tabs[index].open()
    } catch {
      show(StyledText("\(error)"), tone: .negative)
      return
    }
    // A move that was on its way when the run ended is carried out, since somebody waits for it, but nothing is shown any more.
    guard !hasEnded else { return }
    if index != selectedTab { tab.setVisible(false) }
    selectedTab = index
    navigation.setSelected(index)
    tab.setVisible(true)
    if ageingTask == nil { beginAgeing() }
  }

  /// Has the screen drawn anew now and then: ages are told in minutes.
  private func beginAgeing() {
    ageingTask = Task { [weak self, clock] in
      while !Task.isCancelled {
        do { try await clock.sleep(for: .seconds(30)) } catch { return }
        self?.ageing += 1
      }
    }
  }

  /// Carries out a command for the visible tab, before the next key if possible.
  func goInTab(_ command: NavigationCommand) {
    if let outcome = tab.router?.performNow(command) {
      tell(outcome)
    } else {
      go(command)
    }
  }

  /// Carries out a command and says why it came to nothing, if it did.
  func go(_ command: NavigationCommand) {
    Task {
      let outcome = await navigation.perform(command)
      tell(outcome)
    }
  }

  private func tell(_ outcome: NavigationOutcome) {
    switch outcome {
    case .moved, .unchanged, .atRoot, .quit, .closed, .queued, .cancelled, .superseded: break
    // Who has just said no needs no message.
    case .refused where hasDeclined: hasDeclined = false
    case .refused(_, let reason): show(StyledText(reason), tone: .warning)
    case .payloadRejected(let rejection): show(StyledText(rejection.reason), tone: .warning)
    default: show(StyledText("\(outcome)"), tone: .warning)
    }
  }

  /// Ends the program if no screen objects; asked a second time meanwhile, whether or not one does.
  func quit() {
    guard !isQuitting else {
      runtime?.quit()
      return
    }
    isQuitting = true
    Task {
      defer { isQuitting = false }
      for tab in tabs where tab.router != nil {
        let outcome = await tab.queue.perform(.quit)
        guard outcome == .quit || outcome == .closed else {
          tell(outcome)
          return
        }
      }
      runtime?.quit()
    }
  }

  /// Nothing is shown or asked any more, whatever ended the run: a screen may follow what is kept, and a move wait for an answer.
  func didEnd() {
    hasEnded = true
    ageingTask?.cancel()
    question?.answer(nil)
    // What it offers holds the screens and this.
    palette = nil
    tab.setVisible(false)
  }

  // MARK: Asking

  /// Asks the person whether a screen may be left.
  func confirm(_ leave: LeaveConfirmation) async -> Bool {
    let answer = await ask(leave.question, leave.explanation, answers: [leave.decline, leave.confirm], tone: .warning)
    hasDeclined = answer != 1
    return answer == 1
  }

  /// Asks the person.
  ///
  /// - Returns: The index of the answer; nil when the question was dismissed.
  func ask(_ title: String, _ message: String, answers: [String], tone: Tone = .accent) async -> Int? {
    // Nobody is there any more who could answer.
    guard !hasEnded else { return nil }
    // Whatever was asked before is dismissed: only one question is answered at a time.
    question?.answer(nil)
    return await withCheckedContinuation { continuation in
      question = PendingQuestion(title: title, message: message, answers: answers, tone: tone) { [weak self] answer in
        self?.question = nil
        continuation.resume(returning: answer)
      }
    }
  }
}
