import Foundation
import Networking

/// A command that sends one request before the process ends.
///
/// The parent process measures the time.
struct FirstRequest {
  private let api: PeerAPI

  init(url: String) throws { api = try PeerAPI(url) }

  func run() async throws {
    let client = APIClient(api: api, transport: try SystemTransport.make(), stack: .standard)
    let response = try await client.send(Small())
    guard response.id == 7 else { throw WrongAnswer(description: "\(response)") }
  }
}

/// A command that sends typed requests with the default middleware and its default limits, several at a time.
struct RequestRate {
  private let client: APIClient<PeerAPI>
  private let count: Int
  private let concurrency: Int

  init(url: String, count: String, concurrency: String) throws {
    self.count = try number(count)
    self.concurrency = try number(concurrency)
    client = APIClient(api: try PeerAPI(url), transport: try SystemTransport.make(), stack: .standard)
  }

  func run() async throws {
    try await send(0..<50)
    let time = try await seconds {
      try await withThrowingTaskGroup(of: Void.self) { group in
        let share = count / concurrency
        for task in 0..<concurrency { group.addTask { try await send(task * share..<(task + 1) * share) } }
        try await group.waitForAll()
      }
    }
    print("seconds=\(time)")
  }

  private func send(_ numbers: Range<Int>) async throws {
    for number in numbers {
      let response = try await client.send(Numbered(number: number))
      guard response.id == 7 else { throw WrongAnswer(description: "\(response)") }
    }
  }
}

/// A command that sends thousands of requests at once, and measures memory before, during and after them.
struct QueuedRequests {
  private let client: APIClient<PeerAPI>
  private let count: Int

  init(url: String, count: String) throws {
    self.count = try number(count)
    client = APIClient(
      api: try PeerAPI(url),
      transport: try SystemTransport.make(),
      stack: .standard,
      timeouts: .total(.seconds(120))
    )
  }

  func run() async throws {
    _ = try await client.send(Numbered(number: 0))
    let idle = Memory.current
    let time = try await seconds { try await sendAll() }
    let peak = Memory.peak
    // This wait is longer than the client keeps connections and memory.
    try await Task.sleep(for: .seconds(4))
    print("seconds=\(time) answered=\(count) idle=\(idle) peak=\(peak) after=\(Memory.current)")
  }

  private func sendAll() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 1...count {
        group.addTask {
          let response = try await client.send(Numbered(number: number))
          guard response.id == 7 else { throw WrongAnswer(description: "\(response)") }
        }
      }
      try await group.waitForAll()
    }
  }
}

/// A command that downloads a large file, and measures how much more memory the client uses than when idle.
struct Download {
  private let api: PeerAPI
  private let path: String

  init(url: String, path: String) throws {
    api = try PeerAPI(url)
    self.path = path
  }

  func run() async throws {
    let transport = try SystemTransport.make().wrapped(in: MiddlewareStack.standard.middleware)
    let small = HTTPRequest(url: api.baseURL.appending(path: "small.json"))
    _ = try await transport.send(small).body.collect(upTo: 1 << 10)
    let idle = Memory.current
    let large = HTTPRequest(
      url: api.baseURL.appending(path: "large"),
      timeouts: Timeouts(connect: .seconds(10), firstByte: .seconds(30), idle: .seconds(60), total: nil)
    )
    let time = try await seconds { _ = try await transport.download(large, by: FileDownload(to: URL(filePath: path))) }
    let size = (try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
    print("seconds=\(time) bytes=\(size) memory=\(Memory.peak - idle)")
  }
}

/// Measurement of this process's memory use in KiB.
enum Memory {
  static var current: Int { field("VmRSS:") }
  static var peak: Int { field("VmHWM:") }

  private static func field(_ name: String) -> Int {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix(name) })
    else { return 0 }
    return Int(line.split(whereSeparator: \.isWhitespace).dropFirst().first ?? "") ?? 0
  }
}
