public import Components
public import Foundation
public import Navigation

/// The counter's destination: everything that the program registers with its router.
@MainActor
public struct FetchCounterCoordinator: Coordinator {
  /// The state, which all of its screens share.
  let viewModel: FetchCounterViewModel
  private let effects: any ScreenEffects
  private let calendar: Calendar

  /// Creates the coordinator; share `fetchResponseCode` with others that fetch, so that they take turns.
  public init(
    fetchResponseCode: FetchResponseCode,
    store: any FetchCountStoring,
    effects: any ScreenEffects,
    calendar: Calendar = .autoupdatingCurrent
  ) {
    viewModel = FetchCounterViewModel(fetchResponseCode: fetchResponseCode, store: store)
    self.effects = effects
    self.calendar = calendar
  }

  func makeScreen() -> FetchCounterScreen {
    FetchCounterScreen(viewModel: viewModel, effects: effects, calendar: calendar)
  }

  /// Registers `counter`.
  public func register(in registrar: inout DestinationRegistrar<any Screen>) {
    registrar.register(FetchCounterDestination.self, link: LinkRule("counter")) { _, _ in makeScreen() }
  }
}

/// The counter; its link is `counter`.
public struct FetchCounterDestination: Destination {
  /// The identifier in saved sessions.
  public static let id: DestinationID = "counter"

  /// Makes the destination.
  public init() {}
}
