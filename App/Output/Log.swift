import Basics
import Components
import Foundation
import Networking

/// A log of the program's work: human-readable lines with `--verbose`, and JSON lines in a file with `--log`.
final class Log: Sendable {
  private struct State {
    /// The lines to print after the interactive program ends; `nil` while lines are printed immediately.
    var heldBack: [String]?
    var leftOut = 0
    /// The held-back warning about missing entries, if any.
    var loss: String?
    var hasReportedLoss = false
  }

  /// The maximum number of lines held back; only the newest lines are kept.
  private static let heldBackLimit = 1_000

  private let console: Console
  private let isVerbose: Bool
  private let file: LogFile?
  private let state = Locked(State())

  init(console: Console, isVerbose: Bool, file: LogFile?) {
    self.console = console
    self.isVerbose = isVerbose
    self.file = file
  }

  /// Adds an entry; the message must be a sentence without secrets.
  func add(_ level: LogLevel, _ message: String, _ details: [String: LogValue] = [:]) {
    if isVerbose, level >= .info { show(message) }
    write(level, message, details)
  }

  /// Adds the command's failure to the file only, because the user sees the failure anyway.
  func add(_ failure: CommandFailure) { write(.error, failure.message, ["kind": .text(failure.kind)]) }

  /// Returns a request logger that redacts secrets; `nil` if the log is off, which avoids overhead.
  func requestLogger() -> RequestLogger? {
    guard isVerbose || file != nil else { return nil }
    return RequestLogger { [self] event in
      if isVerbose {
        let decision = event.cache.map { " [\($0)]" } ?? ""
        show("\(event)\(decision)")
      }
      guard file != nil else { return }
      var details: [String: LogValue] = [
        "request_id": .text("\(event.id)"), "method": .text("\(event.method)"), "url": .text(event.url),
        "duration_ms": .number(event.duration / .milliseconds(1)), "attempts": .integer(event.attempts),
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
  /// Errors don't stop the command, and only the first error is reported.
  private func write(_ level: LogLevel, _ message: String, _ details: [String: LogValue]) {
    guard let file else { return }
    do throws(StandardStream.WriteError) {
      try file.write(level, message, details)
    } catch {
      let loss = "Couldn't write to the log file \(file.path): \(error.code). Some entries are missing."
      let isDue = state.withLock { state in
        guard !state.hasReportedLoss else { return false }
        state.hasReportedLoss = true
        if state.heldBack != nil { state.loss = loss }
        return state.heldBack == nil
      }
      if isDue { console.warn(loss) }
    }
  }

  /// Holds back human-readable lines until ``release()``, because they would disturb a screen on the same terminal.
  func holdBack() {
    guard console.messages.isTerminal else { return }
    state.withLock { $0.heldBack = $0.heldBack ?? [] }
  }

  func release() {
    let held = state.withLock { state in
      defer { state = State(hasReportedLoss: state.hasReportedLoss) }
      return state
    }
    if held.leftOut > 0 { console.inform("(\(held.leftOut) earlier lines omitted; --log FILE keeps all lines.)") }
    for line in held.heldBack ?? [] { show(line) }
    if let loss = held.loss { console.warn(loss) }
  }

  private func show(_ line: String) {
    let isHeldBack = state.withLock { state in
      guard state.heldBack != nil else { return false }
      if state.heldBack?.count == Self.heldBackLimit {
        state.heldBack?.removeFirst()
        state.leftOut += 1
      }
      state.heldBack?.append(line)
      return true
    }
    // Keep each entry on one line, so it can be searched.
    if !isHeldBack { console.inform(lines: line.sanitized() + "\n") }
  }
}

enum LogLevel: String, CaseIterable, Comparable, Sendable {
  case debug
  case info
  case warning
  case error

  static func < (first: LogLevel, second: LogLevel) -> Bool { first.rank < second.rank }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
