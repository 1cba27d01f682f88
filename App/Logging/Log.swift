import Foundation
import Networking

/// What the program tells of its work: as lines for people with `--verbose`, as JSON lines in a file with `--log`; otherwise nothing.
///
/// `@unchecked Sendable`: `heldBack` and `leftOut` are guarded by `lock`; nothing else changes.
final class Log: @unchecked Sendable {
  /// How many lines are held back at most; the newest ones are kept.
  private static let mostHeldBack = 1_000

  private let console: Console
  private let isVerbose: Bool
  private let file: LogFile?
  private let lock = NSLock()
  /// The lines that wait until the screen is the user's again; nil while there is no need to wait.
  private var heldBack: [String]?
  private var leftOut = 0

  /// Creates a log.
  init(console: Console, isVerbose: Bool, file: LogFile?) {
    self.console = console
    self.isVerbose = isVerbose
    self.file = file
  }

  /// Whether anybody listens.
  var isOn: Bool { isVerbose || file != nil }

  /// Adds an entry.
  ///
  /// - Parameters:
  ///   - level: How much it matters.
  ///   - message: What happened; must hold no secret.
  ///   - details: More for programs, in the file only.
  func add(_ level: LogLevel, _ message: String, _ details: [String: LogValue] = [:]) {
    if isVerbose, level >= .info { tell(message) }
    file?.write(level, message, details)
  }

  /// Reports requests, with secrets masked; nil when nobody listens, so that requests cost nothing.
  func requestLogger() -> RequestLogger? {
    guard isOn else { return nil }
    return RequestLogger { [self] event in
      if isVerbose {
        let decision = event.cache.map { " [\($0)]" } ?? ""
        tell("\(event)\(decision)")
      }
      guard let file else { return }
      var details: [String: LogValue] = [
        "request_id": .text("\(event.id)"), "method": .text("\(event.method)"), "url": .text(event.url),
        "duration_ms": .number(
          Double(event.duration.components.attoseconds) / 1e15
            + Double(event.duration.components.seconds) * 1_000
        ),
        "attempts": .integer(event.attempts),
      ]
      if let cache = event.cache { details["cache"] = .text("\(cache)") }
      switch event.result {
      case .success(let status)?:
        details["status"] = .integer(status.code)
        file.write(.info, "request", details)
      case .failure?:
        file.write(.warning, "request failed: \(event)", details)
      case nil:
        file.write(.debug, "request started", details)
      }
    }
  }

  // MARK: Lines for people

  /// Keeps lines for people until ``release()``: they would be written across a screen that is drawn on the same terminal.
  func holdBack() {
    guard isVerbose, console.messages.isTerminal else { return }
    lock.withLock { heldBack = heldBack ?? [] }
  }

  /// Tells what was held back.
  func release() {
    let (lines, leftOut) = lock.withLock {
      defer { (heldBack, self.leftOut) = (nil, 0) }
      return (heldBack ?? [], self.leftOut)
    }
    if leftOut > 0 { console.inform("(\(leftOut) earlier lines are left out; --log FILE keeps all.)") }
    for line in lines { console.inform(line) }
  }

  private func tell(_ line: String) {
    let isHeldBack = lock.withLock {
      guard heldBack != nil else { return false }
      if heldBack?.count == Self.mostHeldBack {
        heldBack?.removeFirst()
        leftOut += 1
      }
      heldBack?.append(line)
      return true
    }
    if !isHeldBack { console.inform(line) }
  }
}
