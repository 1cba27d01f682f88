import Foundation
import LoopbackServer
import Networking

/// A kind of request and its possible results.
enum SoakPlan: String, CaseIterable, Sendable {
  case small
  case large
  case delayed
  case failing
  case redirected
  case closed
  case reset
  case truncated
  case badChunk
  case garbage
  case stalled
  case endless

  var answer: ServerResponse {
    switch self {
    case .small: .text("small")
    case .large: ServerResponse(body: .bytes(Self.largeContent))
    case .delayed: ServerResponse.text("late").failing(with: .delay(.milliseconds(3), at: .beforeHead))
    case .failing: .status(503)
    case .redirected: .redirect(to: "/small")
    case .closed: ServerResponse.text("x").failing(with: .close(at: .beforeHead))
    case .reset: ServerResponse.text("x").failing(with: .reset(at: .beforeHead))
    case .truncated: ServerResponse.text("0123456789").failing(with: .close(at: .insideBody(afterBytes: 4)))
    case .badChunk: ServerResponse.text("0123456789").failing(with: .badChunk(.malformedSize))
    case .garbage: ServerResponse.text("x").failing(with: .raw(Data("nothing\r\n\r\n".utf8)))
    case .stalled: ServerResponse.text("0123456789").failing(with: .stall(at: .insideBody(afterBytes: 4)))
    case .endless: ServerResponse.text("x").failing(with: .infiniteBody)
    }
  }

  /// The maximum number of body bytes to read.
  static let limit = 128 << 10

  func allows(_ result: Result<(status: Int, bytes: Int), NetworkError>, wasCancelled: Bool) -> Bool {
    if case .failure(.cancelled) = result { return wasCancelled }
    switch (self, result) {
    case (.small, .success((200, 5))), (.redirected, .success((200, 5))): return true
    case (.large, .success((200, Self.largeContent.count))), (.delayed, .success((200, 4))): return true
    case (.failing, .success((503, _))): return true
    case (.closed, .failure(.connectionLost)), (.reset, .failure(.connectionLost)): return true
    case (.truncated, .failure(.connectionLost(.inBody, _))): return true
    case (.badChunk, .failure(.protocolViolation)), (.badChunk, .failure(.connectionLost)): return true
    case (.garbage, .failure(.protocolViolation)): return true
    case (.stalled, .failure(.timedOut(.idle, _, _))): return true
    case (.endless, .failure(.bodyTooLarge)): return true
    default: return false
    }
  }

  private static let largeContent = Data((0..<(64 << 10)).map { UInt8(truncatingIfNeeded: $0 &* 31) })
}

struct ProcessResources {
  let descriptors: Int
  let threads: Int
  /// The resident memory, in bytes.
  let memory: Int

  /// Whether a sanitizer keeps freed memory, so memory can't be measured.
  static let isInstrumented = ["__asan_init", "__tsan_init"].contains { (name: String) in
    dlsym(dlopen(nil, RTLD_NOW), name) != nil
  }

  static var current: ProcessResources {
    func count(_ folder: String) -> Int {
      (try? FileManager.default.contentsOfDirectory(atPath: folder).count) ?? 0
    }
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    let kibibytes = line.flatMap { Int($0.split(whereSeparator: \.isWhitespace).dropFirst().first ?? "") } ?? 0
    return ProcessResources(
      descriptors: count("/proc/self/fd"),
      threads: count("/proc/self/task"),
      memory: kibibytes << 10
    )
  }
}
