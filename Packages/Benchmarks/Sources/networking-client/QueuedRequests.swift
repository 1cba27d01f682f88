import Foundation
import Networking

/// Very many requests at once, and the memory before, meanwhile and afterwards.
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
    // Longer than connections and memory are kept.
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
