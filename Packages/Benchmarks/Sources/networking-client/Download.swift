import Foundation
import Networking

/// A large answer to a file, with the memory that it takes above what the idle client has.
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

/// This process's memory in KiB.
enum Memory {
  /// What is resident now.
  static var current: Int { field("VmRSS:") }
  /// The most that was ever resident.
  static var peak: Int { field("VmHWM:") }

  private static func field(_ name: String) -> Int {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix(name) })
    else { return 0 }
    return Int(line.split(whereSeparator: \.isWhitespace).dropFirst().first ?? "") ?? 0
  }
}
