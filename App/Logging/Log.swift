import Foundation
import Networking

/// What the program tells of its work: as lines for people with `--verbose`, as JSON lines in a file with `--log`; otherwise nothing.
final class Log: Sendable {
  private let console: Console
  private let isVerbose: Bool
  private let file: LogFile?

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
    if isVerbose, level >= .info { console.inform(message) }
    file?.write(level, message, details)
  }

  /// Reports requests, with secrets masked; nil when nobody listens, so that requests cost nothing.
  func requestLogger() -> RequestLogger? {
    guard isOn else { return nil }
    return RequestLogger { [self] event in
      if isVerbose {
        let decision = event.cache.map { " [\($0)]" } ?? ""
        console.inform("\(event)\(decision)")
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
}
