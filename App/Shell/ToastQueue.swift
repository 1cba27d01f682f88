import Components
import Observation

/// Short messages, each shown for a while; the newest is the lowest.
@MainActor
@Observable
final class ToastQueue {
  struct Message: Identifiable {
    let id: Int
    let text: StyledText
    let tone: Tone
  }

  /// The most messages that are shown at once.
  static let limit = 3

  private(set) var messages: [Message] = []
  @ObservationIgnored private let duration: Duration
  @ObservationIgnored private let clock: any Clock<Duration>
  @ObservationIgnored private var lastID = 0

  /// Creates a queue; errors stay twice as long as other messages.
  init(showing duration: Duration = .seconds(4), clock: any Clock<Duration>) {
    self.duration = duration
    self.clock = clock
  }

  func add(_ text: StyledText, tone: Tone) {
    // The same message again only starts its time anew.
    messages.removeAll { $0.text == text }
    lastID += 1
    let id = lastID
    messages.append(Message(id: id, text: text, tone: tone))
    if messages.count > Self.limit { messages.removeFirst(messages.count - Self.limit) }
    let time = tone == .negative ? duration * 2 : duration
    Task { [weak self, clock] in
      // A wait that is cancelled only shows it for less time.
      try? await clock.sleep(for: time)
      self?.messages.removeAll { $0.id == id }
    }
  }

  /// Removes all of them.
  ///
  /// - Returns: Whether there were any.
  func dismiss() -> Bool {
    defer { messages = [] }
    return !messages.isEmpty
  }
}
