import Foundation
import Networking

/// A command that sends typed requests, several at a time.
struct RequestRate {
  private let client: APIClient<PeerAPI>
  private let count: Int
  private let concurrency: Int

  /// Creates a client with the given stack (`plain` or `standard`) and protocol (`http1` or `http2`).
  ///
  /// `certificate` is the only certificate that the client trusts.
  init(
    stack: String,
    version: String,
    url: String,
    count: String,
    concurrency: String,
    certificate: String?
  ) throws {
    self.count = try number(count)
    self.concurrency = try number(concurrency)
    guard let stack = ["plain": MiddlewareStack(), "standard": .standard][stack],
      let version = ["http1": HTTPVersion.http1, "http2": .http2][version]
    else { throw UsageError() }
    var configuration = TransportConfiguration()
    configuration.httpVersion = version
    if let certificate {
      configuration.trustedAuthorities = .only(try Data(contentsOf: URL(filePath: certificate)))
    }
    let transport = try SystemTransport.make(configuration: configuration)
    client = APIClient(api: try PeerAPI(url), transport: transport, stack: stack)
  }

  func run() async throws {
    try await send(0..<50)
    let processor = ProcessorTime.seconds
    let time = try await seconds {
      try await withThrowingTaskGroup(of: Void.self) { group in
        let share = count / concurrency
        for task in 0..<concurrency { group.addTask { try await send(task * share..<(task + 1) * share) } }
        try await group.waitForAll()
      }
    }
    print("seconds=\(time) processor=\(ProcessorTime.seconds - processor)")
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
    // Wait for longer than the client keeps connections and memory.
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
  /// The path of the file to create; `nil` to read the content as a stream and discard it.
  private let path: String?

  init(url: String, path: String?) throws {
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
    var size = 0
    let time = try await seconds {
      if let path {
        _ = try await transport.download(large, by: FileDownload(to: URL(filePath: path)))
      } else {
        for try await chunk in try await transport.send(large).body { size += chunk.count }
      }
    }
    if let path { size = (try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0 }
    print("seconds=\(time) bytes=\(size) memory=\(Memory.peak - idle)")
  }
}

/// Measurement of this process's processor time.
enum ProcessorTime {
  /// The processor time of all threads, in seconds, including kernel time.
  static var seconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
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
