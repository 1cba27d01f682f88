public import Components
public import Foundation
public import Navigation

/// The counter's places: what the program registers with its router, and all that it has to know of the screen.
@MainActor
public struct CounterCoordinator: Coordinator {
  /// The state, which all of its screens share.
  public let viewModel: FetchCounterViewModel
  private let effects: any ScreenEffects
  private let calendar: Calendar

  /// Makes the coordinator.
  ///
  /// - Parameters:
  ///   - service: The two requests.
  ///   - store: Keeps the count and the last codes.
  ///   - effects: What the program around the screen can do.
  public init(
    service: any CounterServiceProviding,
    store: any FetchCountStoring,
    effects: any ScreenEffects
  ) {
    self.init(fetchResponseCode: FetchResponseCode(service: service, store: store), store: store, effects: effects)
  }

  /// Makes the coordinator around a use case that others use, too, so that they take turns.
  ///
  /// - Parameters:
  ///   - fetchResponseCode: One fetch.
  ///   - store: Where that keeps its count.
  ///   - effects: What the program around the screen can do.
  ///   - calendar: By which times are shown, with its time zone.
  public init(
    fetchResponseCode: FetchResponseCode,
    store: any FetchCountStoring,
    effects: any ScreenEffects,
    calendar: Calendar = .autoupdatingCurrent
  ) {
    viewModel = FetchCounterViewModel(
      fetchResponseCode: fetchResponseCode,
      followFetchCount: FollowFetchCount(store: store),
      clearFetchedCodes: ClearFetchedCodes(store: store)
    )
    self.effects = effects
    self.calendar = calendar
  }

  /// Makes a screen.
  public func makeScreen() -> FetchCounterScreen {
    FetchCounterScreen(viewModel: viewModel, effects: effects, calendar: calendar)
  }

  /// Registers `counter`.
  public func register(in registrar: inout DestinationRegistrar<any Screen>) {
    registrar.register(CounterDestination.self, link: LinkRule("counter")) { _, _ in makeScreen() }
  }
}
