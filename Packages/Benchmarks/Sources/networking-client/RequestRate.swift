import Networking

/// Typed requests with the default middleware and its default limits, as many at a time as asked for.
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
