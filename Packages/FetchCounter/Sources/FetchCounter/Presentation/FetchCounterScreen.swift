import Basics
public import Components
import Foundation
public import Navigation
public import Observation

/// The counter on the screen: the code, the count, a button, and the last codes.
@MainActor
@Observable
public final class FetchCounterScreen: Screen {
  static let buttonTarget = "counter.fetch"
  static let codeTarget = "counter.code"
  static let answerTarget = "counter.answer"
  /// What can be answered when something went wrong, in the order of the dialog.
  static let answers = ["Retry", "Dismiss"]

  @ObservationIgnored let viewModel: FetchCounterViewModel
  @ObservationIgnored let calendar: Calendar
  @ObservationIgnored private let effects: any ScreenEffects
  @ObservationIgnored private var following: Task<Void, Never>?
  /// The answer that the keys are at.
  private(set) var selectedAnswer = 0
  /// Which of the last codes is chosen; none unless somebody chooses one.
  private(set) var list = ListState()

  init(viewModel: FetchCounterViewModel, effects: any ScreenEffects, calendar: Calendar = .autoupdatingCurrent) {
    self.viewModel = viewModel
    self.effects = effects
    self.calendar = calendar
  }

  /// The feature's name.
  public let title = "Fetch Counter"

  /// Why there is no count to be seen; `nil` while there is one.
  public var failure: FetchProblem? { viewModel.fetchCount == nil ? viewModel.state.problem : nil }

  /// While a fetch is running.
  public var isAnimating: Bool { viewModel.state.isLoading }

  /// What can be done: with a problem, only to answer it.
  public var keyMap: KeyMap {
    viewModel.state.problem == nil ? KeyMap(title, bindings) : KeyMap(title, isQuestion: true, answerBindings)
  }

  /// Takes clicks on the button, the codes and the dialog's answers, and whatever moves among the codes.
  public func handle(_ event: ScreenEvent) -> Bool {
    let count = viewModel.state.problem == nil ? viewModel.fetchCount?.lastCodes.count ?? 0 : 0
    switch event {
    case .key(let press) where count > 0: return list.handle(press, count: count, page: count)
    case .scroll(_, _, let rows) where count > 0: list.moveSelection(by: rows, count: count)
    case .click(Self.codeTarget, let index?, _, _) where index < count: list.selection = index
    case .click(Self.buttonTarget, _, _, _): fetch()
    case .click(Self.answerTarget, let index?, _, _): answer(index)
    default: return false
    }
    return true
  }

  /// Follows what is kept, from now on.
  public func appear() {
    following?.cancel()
    following = Task { [viewModel] in await viewModel.follow() }
  }

  /// Stops following; a fetch that is running goes on, since its count is wanted.
  public func disappear() {
    following?.cancel()
    following = nil
  }

  /// Cancels the running fetch.
  public func cancelLoading() -> Bool {
    guard viewModel.state.isLoading else { return false }
    viewModel.cancelFetch()
    return true
  }

  /// The chosen code, or else that of the last fetch, or else the newest one that is kept.
  private var copiedCode: String? {
    let codes = viewModel.fetchCount?.lastCodes ?? []
    if let selection = list.selection, codes.indices.contains(selection) {
      return codes[selection].responseCode.description
    }
    return (viewModel.state.value?.responseCode ?? codes.first?.responseCode)?.description
  }

  private var bindings: [KeyBinding] {
    [
      KeyBinding(
        KeyPress(.enter),
        label: "Fetch",
        explanation: "Fetch a response code",
        isEnabled: !viewModel.state.isLoading
      ) { [weak self] in self?.fetch() },
      KeyBinding(
        .character("y"),
        label: "Copy code",
        explanation: "Copy the selected response code, or the last one",
        isEnabled: copiedCode != nil
      ) { [weak self] in self?.copyCode() },
      KeyBinding(
        .character("d"),
        KeyPress(.delete),
        label: "Delete codes",
        explanation: "Delete the last codes; the count stays",
        isEnabled: viewModel.fetchCount?.lastCodes.isEmpty == false
      ) { [weak self] in self?.askToClearCodes() },
    ] + .listMovement
  }

  private var answerBindings: [KeyBinding] {
    [
      KeyBinding(
        KeyPress(.enter),
        label: Self.answers[selectedAnswer],
        explanation: "Give the selected answer"
      ) { [weak self] in
        guard let self else { return }
        answer(selectedAnswer)
      },
      KeyBinding(
        KeyPress(.tab),
        KeyPress(.tab, .shift),
        KeyPress(.left),
        KeyPress(.right),
        label: "Select the other answer",
        prominence: .help
      ) { [weak self] in
        guard let self else { return }
        selectedAnswer = (selectedAnswer + 1) % Self.answers.count
      },
      KeyBinding(.character("r"), label: "Retry", prominence: .help) { [weak self] in
        self?.answer(0)
      },
      KeyBinding(KeyPress(.escape), label: "Dismiss") { [weak self] in
        self?.answer(1)
      },
    ]
  }

  private func fetch() {
    // The codes are about to move.
    list = ListState()
    viewModel.startFetch()
  }

  private func askToClearCodes() {
    Task { [weak self, viewModel, effects] in
      guard
        await effects.confirm(
          "Delete the last codes?",
          explanation: "The count stays. The codes are also deleted from the disk.",
          confirm: "Delete"
        )
      else { return }
      self?.list = ListState()
      let dropped = await viewModel.clearCodes()
      guard !dropped.isEmpty else { return }
      effects.didChange("Codes deleted.") { await viewModel.restore(dropped) }
    }
  }

  private func copyCode() {
    guard let copiedCode else { return }
    effects.copy(copiedCode)
  }

  private func answer(_ index: Int) {
    selectedAnswer = 0
    if index == 0 {
      Task { [viewModel] in await viewModel.retry() }
    } else {
      viewModel.dismissProblem()
    }
  }
}

extension FetchCounterScreen: NavigationGuard {
  /// Asks before the program ends during a fetch; on other screens a fetch goes on.
  public func canLeave(for command: NavigationCommand) async -> GuardDecision {
    guard case .quit = command, viewModel.state.isLoading else { return .allow }
    return .confirm(LeaveConfirmation(question: "A fetch is running. Quit anyway?", confirm: "Quit"))
  }
}
