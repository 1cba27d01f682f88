public import Components
public import Foundation
public import Navigation

/// A coordinator that registers the counter's destination with the program's router.
@MainActor
public struct FetchCounterCoordinator: Coordinator {
  let viewModel: FetchCounterViewModel
  private let effects: any ScreenEffects
  private let now: @Sendable () -> Date
  private let calendar: @Sendable () -> Calendar

  /// Creates the coordinator; the screen shows the paragraphs in `welcome` until there are recent codes.
  ///
  /// All users of a service must share `fetchResponseCode`, because fetches take turns. The calendar determines days,
  /// weeks and displayed times.
  public init(
    fetchResponseCode: FetchResponseCode,
    store: any FetchCountStoring,
    effects: any ScreenEffects,
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
    self.now = now
    self.calendar = calendar
  }

  /// The statistics for other features' screens.
  public var summary: FetchCounterSummary { FetchCounterSummary(viewModel: viewModel) }

  func makeScreen() -> FetchCounterScreen {
    FetchCounterScreen(viewModel: viewModel, effects: effects, now: now, calendar: calendar)
  }

  /// Registers the link `counter`.
  public func register(in registrar: inout DestinationRegistrar<any Screen>) {
    registrar.register(FetchCounterDestination.self, link: LinkRule("counter")) { _, _ in makeScreen() }
  }
}

/// The destination for the counter screen, with the link `counter`.
public struct FetchCounterDestination: Destination {
  /// The identifier in saved sessions.
  public static let id: DestinationID = "counter"

  /// Creates the destination.
  public init() {}
}
