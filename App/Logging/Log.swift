import Foundation
import Networking

/// What the program tells of its work: as lines for people with `--verbose`, as JSON lines in a file with `--log`; otherwise nothing.
///
/// `@unchecked Sendable`: `heldBack`, `leftOut`, `loss` and `hasToldLoss` are guarded by `lock`; nothing else changes.
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
  /// Why entries are missing in the file, until it is told.
  private var loss: String?
  private var hasToldLoss = false

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
    write(level, message, details)
  }

  /// Reports requests, with secrets redacted; nil when nobody listens, so that requests cost nothing.
  func requestLogger() -> RequestLogger? {
    guard isOn else { return nil }
    return RequestLogger { [self] event in
      if isVerbose {
        let decision = event.cache.map { " [\($0)]" } ?? ""
        tell("\(event)\(decision)")
      }
      guard file != nil else { return }
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
        write(.info, "request", details)
      case .failure?:
        write(.warning, "request failed: \(event)", details)
      case nil:
        write(.debug, "request started", details)
      }
    }
  }

  /// Appends an entry to the file.
  ///
  /// One that can't be written is no reason to fail, and the first of them is told.
  private func write(_ level: LogLevel, _ message: String, _ details: [String: LogValue]) {
    guard let file else { return }
    do throws(StandardStream.WriteError) {
      try file.write(level, message, details)
    } catch {
      let reason = String(cString: strerror(error.errorNumber)).lowercased()
      let loss = "The log file \(file.path) can't be written: \(reason). Entries are missing in it."
      let isDue = lock.withLock {
        guard !hasToldLoss else { return false }
        hasToldLoss = true
        if heldBack != nil { self.loss = loss }
        return heldBack == nil
      }
      if isDue { console.warn(loss) }
    }
  }

  // MARK: Lines for people

  /// Keeps lines for people until ``release()``: they would be written across a screen that is drawn on the same terminal.
  func holdBack() {
    guard console.messages.isTerminal else { return }
    lock.withLock { heldBack = heldBack ?? [] }
  }

  /// Tells what was held back.
  func release() {
    let (lines, leftOut, loss) = lock.withLock {
      defer { (heldBack, self.leftOut, self.loss) = (nil, 0, nil) }
      return (heldBack ?? [], self.leftOut, self.loss)
    }
    if leftOut > 0 { console.inform("(\(leftOut) earlier lines are left out; --log FILE keeps all.)") }
    for line in lines { console.inform(line) }
    if let loss { console.warn(loss) }
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
