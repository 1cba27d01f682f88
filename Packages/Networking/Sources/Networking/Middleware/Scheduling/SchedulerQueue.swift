/// Who comes next: what waits for each host, and how many are under way.
///
/// It is a plain value, guarded by ``SchedulerCore``.
///
/// Ageing needs no re-ordering: a request's rank is the moment of its arrival, put off by a fixed time for each priority that it lies below
/// the highest one. So one that has waited that long is level with a new one of the next priority, and nothing waits for ever.
struct SchedulerQueue<Payload> {
  /// The order: when, and of two at the same moment, the one that came first.
  struct Rank: Comparable {
    let due: Duration
    let number: UInt64

    static func < (left: Rank, right: Rank) -> Bool { (left.due, left.number) < (right.due, right.number) }
  }

  /// A request that waits.
  final class Entry: HeapElement {
    let payload: Payload
    let arrival: Duration
    fileprivate let host: Host
    fileprivate(set) var priority: RequestPriority
    fileprivate(set) var rank: Rank
    var heapIndex: Int?
    var origin: Origin { host.name }

    fileprivate init(payload: Payload, arrival: Duration, host: Host, priority: RequestPriority, rank: Rank) {
      self.payload = payload
      self.arrival = arrival
      self.host = host
      self.priority = priority
      self.rank = rank
    }
  }

  /// What is known of one host; ranked by the first one that waits for it.
  fileprivate final class Host: HeapElement {
    let name: Origin
    var active = 0
    var waiting = IndexedHeap<Entry>()
    var heapIndex: Int?

    var isIdle: Bool { active == 0 && waiting.isEmpty }
    var rank: Rank { waiting.first?.rank ?? Rank(due: .seconds(Int64.max), number: .max) }

    init(name: Origin) { self.name = name }
  }

  private let limits: RequestScheduler.Limits
  private var hosts: [Origin: Host] = [:]
  /// The one that was asked for last, usually the next one as well; it alone is remembered while it is idle.
  private var recent: Host?
  /// The hosts for which somebody waits and that have a free slot.
  private var ready = IndexedHeap<Host>()
  private var lastNumber: UInt64 = 0
  private(set) var active = 0
  private(set) var waitingCount = 0

  init(limits: RequestScheduler.Limits) { self.limits = limits }

  /// How many hosts are remembered: those that are not idle, and one more at most.
  var hostCount: Int { hosts.count }

  /// How many requests to a host are under way.
  func active(for name: Origin) -> Int { hosts[name]?.active ?? 0 }

  /// Takes a slot at once, where one is free and nobody waits for it.
  mutating func takeSlot(for name: Origin) -> Bool {
    guard active < limits.total, ready.isEmpty else { return false }
    let host = host(name)
    guard host.active < limits.perHost, host.waiting.isEmpty else { return false }
    host.active += 1
    active += 1
    return true
  }

  /// Queues a request.
  mutating func enqueue(_ payload: Payload, for name: Origin, priority: RequestPriority, now: Duration) -> Entry {
    lastNumber += 1
    let host = host(name)
    let entry = Entry(
      payload: payload,
      arrival: now,
      host: host,
      priority: priority,
      rank: rank(priority, arrival: now, number: lastNumber)
    )
    host.waiting.insert(entry)
    waitingCount += 1
    place(host)
    return entry
  }

  /// Hands out a free slot to the one who is due, if there is both.
  mutating func next() -> Entry? {
    guard active < limits.total, let host = ready.first, let entry = host.waiting.popFirst() else { return nil }
    host.active += 1
    active += 1
    waitingCount -= 1
    place(host)
    return entry
  }

  /// Takes a request out of the queue; `false` where it has its slot already.
  mutating func remove(_ entry: Entry) -> Bool {
    guard entry.heapIndex != nil else { return false }
    entry.host.waiting.remove(entry)
    waitingCount -= 1
    place(entry.host)
    return true
  }

  /// Makes a waiting request more urgent.
  mutating func raise(_ entry: Entry, to priority: RequestPriority) {
    guard entry.heapIndex != nil, priority > entry.priority else { return }
    entry.priority = priority
    entry.rank = rank(priority, arrival: entry.arrival, number: entry.rank.number)
    entry.host.waiting.update(entry)
    place(entry.host)
  }

  /// Gives a slot back.
  mutating func freeSlot(of name: Origin) {
    guard let host = recent?.name == name ? recent : hosts[name] else { return }
    host.active -= 1
    active -= 1
    place(host)
  }

  private func rank(_ priority: RequestPriority, arrival: Duration, number: UInt64) -> Rank {
    let steps = RequestPriority.interactive.rawValue - priority.rawValue
    return Rank(due: arrival + limits.ageing * steps, number: number)
  }

  private mutating func host(_ name: Origin) -> Host {
    if let recent, recent.name == name { return recent }
    if let recent, recent.isIdle { hosts[recent.name] = nil }
    let host = hosts[name] ?? Host(name: name)
    hosts[name] = host
    recent = host
    return host
  }

  /// Puts a host where it belongs after a change; one that is idle is forgotten.
  private mutating func place(_ host: Host) {
    let isReady = !host.waiting.isEmpty && host.active < limits.perHost
    switch (isReady, host.heapIndex != nil) {
    case (true, true): ready.update(host)
    case (true, false): ready.insert(host)
    case (false, true): ready.remove(host)
    case (false, false): break
    }
    if host.isIdle, host !== recent { hosts[host.name] = nil }
  }
}
