public import Components
public import Foundation
public import Navigation

/// The counter's destination: everything that the program registers with its router.
@MainActor
public struct FetchCounterCoordinator: Coordinator {
  /// The state, which all of its screens share.
  let viewModel: FetchCounterViewModel
  private let effects: any ScreenEffects
  private let welcome: [String]
  private let now: @Sendable () -> Date
  private let calendar: @Sendable () -> Calendar

  /// Creates the coordinator; share `fetchResponseCode` with others that fetch, so that they take turns.
  ///
  /// The calendar decides about days, weeks and displayed times. The paragraphs of `welcome` stand in place of the recent codes
  /// until there are some.
  public init(
    fetchResponseCode: FetchResponseCode,
    store: any FetchCountStoring,
    effects: any ScreenEffects,
    welcome: [String] = [],
    now: @escaping @Sendable () -> Date = { Date() },
    calendar: @escaping @Sendable () -> Calendar = { .autoupdatingCurrent }
  ) {
    viewModel = FetchCounterViewModel(
      fetchResponseCode: fetchResponseCode,
      store: store,
      now: now,
      calendar: calendar
    )
    self.effects = effects
    self.welcome = welcome
    self.now = now
    self.calendar = calendar
  }

  /// The figures for screens of other features.
  public var summary: FetchCounterSummary { FetchCounterSummary(viewModel: viewModel) }

  func makeScreen() -> FetchCounterScreen {
    FetchCounterScreen(viewModel: viewModel, effects: effects, welcome: welcome, now: now, calendar: calendar)
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
