import Networking

/// Typed requests with the default middleware, so many at a time.
///
/// The scheduler's limit per host, 6, is raised to that many: what it is compared with has none.
struct RequestRate {
  private let client: APIClient<PeerAPI>
  private let count: Int
  private let concurrency: Int

  init(url: String, count: String, concurrency: String) throws {
    self.count = try number(count)
    self.concurrency = try number(concurrency)
    var stack = MiddlewareStack.standard
    stack.scheduler = RequestScheduler(limits: .init(perHost: max(6, self.concurrency), total: 64))
    client = APIClient(api: try PeerAPI(url), transport: try SystemTransport.make(), stack: stack)
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
