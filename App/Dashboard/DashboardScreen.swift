import Components
import Markets
import Navigation
import Observation

/// The dashboard, with four cards that each open a screen.
@MainActor
@Observable
final class DashboardScreen: Screen {
  static let cardTarget = "dashboard.card"

  enum Card: Int, CaseIterable {
    case counter, account, movers, services

    var title: String {
      switch self {
      case .counter: "Counter"
      case .account: "Account"
      case .movers: "Top movers, 24 h"
      case .services: "Services and alerts"
      }
    }
  }

  let title = "Dashboard"
  @ObservationIgnored let viewModel: DashboardViewModel
  @ObservationIgnored private let navigator: any Navigator
  /// The card that Enter opens.
  private(set) var selected = Card.counter
  /// Whether the last frame showed the cards in two columns.
  @ObservationIgnored var hasTwoColumns = false

  init(viewModel: DashboardViewModel, navigator: any Navigator) {
    self.viewModel = viewModel
    self.navigator = navigator
  }

  var isAnimating: Bool { viewModel.isLoading }

  var canCancelLoading: Bool { viewModel.isLoading }

  func cancelLoading() -> Bool { viewModel.cancelLoading() }

  var keyMap: KeyMap {
    KeyMap(
      title,
      [
        KeyBinding(KeyPress(.enter), label: "Open", explanation: "Open the selected card's screen") { [weak self] in
          guard let self else { return }
          open(selected)
        },
        KeyBinding(KeyPress(.tab), label: "Next card", explanation: "Select the next card") { [weak self] in
          self?.move(by: 1)
        },
        KeyBinding(
          KeyPress(.tab, .shift),
          label: "Previous card",
          explanation: "Select the previous card",
          prominence: .help
        ) { [weak self] in self?.move(by: -1) },
        KeyBinding(.character("r"), label: "Reload", explanation: "Reload prices and check the services") {
          [viewModel] in viewModel.refresh()
        },
        arrow(.left, "h", "left", dx: -1, dy: 0), arrow(.right, "l", "right", dx: 1, dy: 0),
        arrow(.up, "k", "above", dx: 0, dy: -1), arrow(.down, "j", "below", dx: 0, dy: 1),
      ]
    )
  }

  func handle(_ event: ScreenEvent) -> Bool {
    guard case .click(Self.cardTarget, let index?, _, _) = event, let card = Card(rawValue: index) else { return false }
    selected = card
    open(card)
    return true
  }

  func appear() { viewModel.appear() }

  func disappear() { viewModel.disappear() }

  func didShow(_ frame: RenderedFrame) {
    let areas = frame.targets.filter { $0.name == Self.cardTarget }.map(\.area)
    hasTwoColumns = areas.count > 1 && areas[0].origin.y == areas[1].origin.y
    if let movers = areas.first { viewModel.markets.fill(rows: movers.size.height) }
  }

  private func arrow(_ key: Key, _ letter: Character, _ place: String, dx: Int, dy: Int) -> KeyBinding {
    KeyBinding(
      KeyPress(key),
      .character(letter),
      label: "Card \(place)",
      explanation: "Select card \(place)",
      prominence: .help
    ) { [weak self] in self?.move(dx: dx, dy: dy) }
  }

  private func move(by step: Int) {
    let count = Card.allCases.count
    selected = Card(rawValue: (selected.rawValue + step + count) % count) ?? .counter
  }

  private func move(dx: Int, dy: Int) {
    let columns = hasTwoColumns ? 2 : 1
    let (row, column) = (selected.rawValue / columns + dy, selected.rawValue % columns + dx)
    guard (0..<columns).contains(column), row >= 0 else { return }
    selected = Card(rawValue: row * columns + column) ?? selected
  }

  private func open(_ card: Card) {
    let link =
      switch card {
      case .counter: "counter"
      case .account: "markets/portfolio"
      case .movers: "markets"
      case .services: viewModel.markets.alerts?.triggered.isEmpty == false ? "markets/alerts" : "settings"
      }
    navigator.send(.open(link: link))
  }
}
