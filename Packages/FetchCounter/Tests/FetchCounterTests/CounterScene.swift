import Components
import Foundation
import Networking
import Observation
import Persistence
import PersistenceTesting
import Testing

@testable import FetchCounter

/// The counter screen without a terminal.
@MainActor
final class CounterScene {
  let store: InMemoryStore<FetchCount>
  let viewModel: FetchCounterViewModel
  let screen: FetchCounterScreen
  let effects = RecordedEffects()
  private let service: any CounterServiceProviding
  private static let size = Size(width: 80, height: 24)

  /// Creates a screen whose service fails several times and then returns `code 1`, `code 2` and so on.
  convenience init(
    failures: Int = 0,
    successesBefore: Int = 0,
    store: InMemoryStore<FetchCount> = InMemoryStore(default: FetchCount())
  ) {
    let failure = NetworkError.unreachable(.refused, origin: "http://localhost:8000")
    let successes = (1...40).map { Result<ResponseCodeAnswer, NetworkError>.success(.code(.test("code \($0)"))) }
    let answers =
      successes.prefix(successesBefore) + Array(repeating: .failure(failure), count: failures)
      + successes.dropFirst(successesBefore)
    self.init(service: ScriptedCounterService(answers: Array(answers)), store: store)
  }

  init(
    service: any CounterServiceProviding,
    store: InMemoryStore<FetchCount> = InMemoryStore(default: FetchCount())
  ) {
    self.service = service
    self.store = store
    let moments = SteppingClock()
    // A fetch takes place every 15 seconds, and the screen is viewed two hours after noon.
    let fetchedAt: @Sendable () -> Date = { Self.noon.addingTimeInterval((moments.now.offset * 60) / .seconds(1)) }
    let now: @Sendable () -> Date = { Self.noon.addingTimeInterval(7_200) }
    viewModel = .test(service, store, fetchedAt: fetchedAt, now: now) { .test(.gmt) }
    screen = FetchCounterScreen(viewModel: viewModel, effects: effects, now: now) { .test(.gmt) }
  }

  /// 2026-01-31 12:00 UTC, a Saturday.
  nonisolated static let noon = Date(timeIntervalSince1970: 1_769_860_800)

  var requests: Int {
    get async { await (service as? ScriptedCounterService)?.requests.count ?? 0 }
  }

  func fetch() async { await viewModel.fetch() }

  private var frame: RenderedFrame {
    screen.body(size: Self.size, in: .bare).frame(size: Self.size, environment: .bare)
  }

  var text: String { frame.buffer.lines.joined(separator: "\n") }

  /// The lines as linear text for screen readers.
  var lines: [String] {
    screen.body(size: Self.size, in: .bare).linearLines(in: .bare).map(\.plainText)
  }

  var targets: [InteractionTarget] { frame.targets }

  /// Clicks the last occurrence of a string.
  func click(_ words: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let frame = frame
    for (row, line) in frame.buffer.lines.enumerated().reversed() {
      guard let range = line.range(of: words), !line.contains("Response code") else { continue }
      let place = Point(x: line.distance(from: line.startIndex, to: range.lowerBound), y: row)
      let target = try #require(frame.target(at: place), sourceLocation: sourceLocation)
      let isTaken = screen.handle(.click(target: target.name, index: target.index, at: place, count: 1))
      #expect(isTaken, sourceLocation: sourceLocation)
      return
    }
    Issue.record("'\(words)' is not on the screen.", sourceLocation: sourceLocation)
  }
}

extension Calendar {
  /// Returns a Gregorian calendar whose weeks start on Monday.
  static func test(_ timeZone: TimeZone) -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    calendar.firstWeekday = 2
    return calendar
  }
}

extension RenderEnvironment {
  /// An environment without colors or animations.
  static var bare: RenderEnvironment { RenderEnvironment(capabilities: .plain, isAnimated: false) }
}

@MainActor
@Observable
final class RecordedEffects: ScreenEffects {
  private(set) var copied: [String] = []
  private(set) var shown: [String] = []
  private(set) var exported: [String: String] = [:]

  func show(_ message: StyledText, tone: Tone) { shown.append(message.plainText) }
  /// The answer to every confirmation.
  var confirms = true
  private(set) var questions: [String] = []
  private(set) var undo: (@MainActor () async -> String?)?

  func copy(_ text: String) { copied.append(text) }
  func confirm(_ question: String, explanation: String, confirm: String) async -> Bool {
    questions.append(question)
    return confirms
  }
  func didChange(_ message: StyledText, undo: @escaping @MainActor () async -> String?) {
    show(message, tone: .positive)
    self.undo = undo
  }
  func notify(title: String, message: String) {}
  func open(link: String) {}
  func export(name: String, contents: [UInt8]) { exported[name] = String(decoding: contents, as: UTF8.self) }
}
