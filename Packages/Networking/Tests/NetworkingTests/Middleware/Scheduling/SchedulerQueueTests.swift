import Testing

@testable import Networking

@Suite("Scheduler queue")
struct SchedulerQueueTests {
  private typealias Queue = SchedulerQueue<Int>
  private let origin = Origin(.test("http://host"))

  private func order(_ queue: inout SchedulerQueue<Int>) -> [Int] {
    var order: [Int] = []
    while let entry = queue.next() {
      order.append(entry.payload)
      queue.freeSlot(of: entry.origin)
    }
    return order
  }

  @Test("sorts requests by priority, then by arrival")
  func ordersByPriority() throws {
    let origin = try #require(origin)
    var queue = Queue(limits: .init(perHost: 1, total: 1))
    let priorities: [RequestPriority] = [.background, .normal, .prefetch, .interactive, .normal, .interactive]
    for (index, priority) in priorities.enumerated() {
      _ = queue.enqueue(index, for: origin, priority: priority, now: .zero)
    }
    let found = order(&queue)
    #expect(found == [3, 5, 1, 4, 2, 0])
    #expect(queue.hostCount <= 1)
    #expect(queue.active == 0)
    #expect(queue.waitingCount == 0)
  }

  @Test("ranks a request that has waited long enough ahead of new requests with a higher priority")
  func ages() throws {
    let origin = try #require(origin)
    var queue = Queue(limits: .init(perHost: 1, total: 1, aging: .seconds(10)))
    _ = queue.enqueue(0, for: origin, priority: .background, now: .zero)
    for second in [0, 10, 19, 21, 29, 31] {
      _ = queue.enqueue(second, for: origin, priority: .interactive, now: .seconds(second))
    }
    _ = queue.enqueue(100, for: origin, priority: .normal, now: .seconds(12))
    let found = order(&queue)
    #expect(found == [0, 10, 19, 21, 100, 29, 0, 31])
  }

  @Test("moves a request when its priority is raised, but not when it is lowered")
  func raises() throws {
    let origin = try #require(origin)
    var queue = Queue(limits: .init(perHost: 1, total: 1))
    let entries = (0..<4).map { queue.enqueue($0, for: origin, priority: .normal, now: .zero) }
    queue.raise(entries[2], to: .interactive)
    queue.raise(entries[0], to: .background)
    let found = order(&queue)
    #expect(found == [2, 0, 1, 3])
    queue.raise(entries[1], to: .interactive)
    let none = queue.next()
    #expect(none == nil)
  }

  @Test("skips hosts without a free slot")
  func limitsHosts() throws {
    let (one, two) = (try #require(Origin(.test("http://one"))), try #require(Origin(.test("http://two"))))
    var queue = Queue(limits: .init(perHost: 1, total: 3))
    let slots = [queue.takeSlot(for: one), queue.takeSlot(for: one)]
    #expect(slots == [true, false])
    _ = queue.enqueue(1, for: one, priority: .interactive, now: .zero)
    let none = queue.next()
    let free = queue.takeSlot(for: two)
    #expect(none == nil)
    #expect(free)
    queue.freeSlot(of: one)
    // Another request is waiting for that slot.
    let isTaken = !queue.takeSlot(for: one)
    let next = queue.next()
    #expect(isTaken)
    #expect(next?.payload == 1)
  }

  @Test("enforces the limits and starves no request under random load")
  func keepsItsPromises() throws {
    var random = SeededGenerator(seed: 8)
    let hosts = try (0..<5).map { try #require(Origin(.test("http://host\($0)"))) }
    let aging = Duration.seconds(2)
    for _ in 0..<LongTests.rounds(byDay: 15, byNight: 600) {
      let limits = RequestScheduler.Limits(
        perHost: Int.random(in: 1...3, using: &random),
        total: Int.random(in: 1...8, using: &random),
        aging: aging
      )
      var queue = Queue(limits: limits)
      var waiting: [Int: Queue.Entry] = [:]
      var active: [Origin] = []
      var now = Duration.zero
      var served = 0
      for step in 0..<600 {
        now += .milliseconds(Int.random(in: 0...200, using: &random))
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<4:
          let host = hosts[Int.random(in: 0..<hosts.count, using: &random)]
          let priority = RequestPriority.allCases[Int.random(in: 0..<4, using: &random)]
          if queue.takeSlot(for: host) {
            active.append(host)
          } else {
            waiting[step] = queue.enqueue(step, for: host, priority: priority, now: now)
          }
        case 4:
          if let entry = waiting.values.randomElement(using: &random) {
            queue.raise(entry, to: RequestPriority.allCases[Int.random(in: 0..<4, using: &random)])
          }
        case 5:
          if let (key, entry) = waiting.randomElement(using: &random) {
            let removals = [queue.remove(entry), queue.remove(entry)]
            #expect(removals == [true, false])
            waiting[key] = nil
          }
        default:
          if !active.isEmpty {
            queue.freeSlot(of: active.remove(at: Int.random(in: 0..<active.count, using: &random)))
          }
        }
        while let entry = queue.next() {
          // No ready request is sent after a request that arrived more than three aging steps later.
          let eligible = waiting.values.filter {
            $0.payload != entry.payload && queue.active(for: $0.origin) < limits.perHost
          }
          #expect(eligible.allSatisfy { entry.arrival - $0.arrival <= aging * 3 })
          active.append(entry.origin)
          waiting[entry.payload] = nil
          served += 1
        }
        #expect(queue.active == active.count)
        #expect(active.count <= limits.total)
        #expect(hosts.allSatisfy { queue.active(for: $0) <= limits.perHost })
        #expect(queue.waitingCount == waiting.count)
        // No slot stays free while a waiting request could use it.
        let couldGo = waiting.values.contains { queue.active(for: $0.origin) < limits.perHost }
        #expect(active.count == limits.total || !couldGo)
      }
      #expect(served > 0)
      while !active.isEmpty || queue.waitingCount > 0 {
        if !active.isEmpty { queue.freeSlot(of: active.removeLast()) }
        while let entry = queue.next() { active.append(entry.origin) }
      }
      #expect(queue.hostCount <= 1)
    }
  }

  @Test("halves an overloaded host's slots once per round, down to six, and restores them over time")
  func adapts() throws {
    let origin = try #require(origin)
    var queue = Queue(limits: .init(perHost: 64, total: 128))
    func slots() -> Int {
      var count = 0
      while queue.takeSlot(for: origin) { count += 1 }
      return count
    }
    func free(_ count: Int, after outcome: SlotOutcome) {
      for _ in 0..<count { queue.freeSlot(of: origin, after: outcome) }
    }
    // All requests in a round fail, which counts as one overload.
    for expected in [64, 32, 16, 8, 6, 6] {
      let found = slots()
      #expect(found == expected)
      free(found, after: .overload)
    }
    var rounds = 0
    while rounds < 100 {
      let found = slots()
      free(found, after: .success)
      if found == 64 { break }
      rounds += 1
    }
    #expect((50...70).contains(rounds))
  }

  @Test("applies only the total limit to a host that multiplexes requests over one connection")
  func allowsMultiplexing() throws {
    let origin = try #require(origin)
    var queue = Queue(limits: .init(perHost: 6, total: 50))
    func slots() -> Int {
      var count = 0
      while queue.takeSlot(for: origin) { count += 1 }
      return count
    }
    let before = slots()
    #expect(before == 6)
    queue.freeSlot(of: origin, after: .multiplexedSuccess)
    let after = slots()
    #expect(after == 45)
  }

  @Test("remembers a limited number of idle hosts whose slots differ from the default")
  func remembersFewHosts() throws {
    var queue = Queue(limits: .init(perHost: 6, total: 50))
    for index in 0..<2 * Queue.rememberedHosts {
      let origin = try #require(Origin(.test("http://host\(index)")))
      _ = queue.takeSlot(for: origin)
      queue.freeSlot(of: origin, after: .multiplexedSuccess)
    }
    #expect(queue.hostCount <= Queue.rememberedHosts + 1)
  }
}
