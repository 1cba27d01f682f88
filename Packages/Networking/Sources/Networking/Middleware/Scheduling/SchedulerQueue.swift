/// The waiting requests in order, and the number of active requests per host.
///
/// Aging doesn't require reordering: a request's rank is its arrival time, plus a fixed delay for each priority below
/// the highest. After that delay, the request ranks the same as a new request with the next higher priority.
struct SchedulerQueue<Payload> {
  /// The time at which a request is due; requests that are due at the same time keep their order of arrival.
  struct Rank: Comparable {
    let due: Duration
    let number: UInt64

    static func < (left: Rank, right: Rank) -> Bool { (left.due, left.number) < (right.due, right.number) }
  }

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

  /// A host, which is ranked by its first waiting request.
  fileprivate final class Host: HeapElement {
    let name: Origin
    var active = 0
    var waiting = IndexedHeap<Entry>()
    var heapIndex: Int?
    var lastGrant = Duration.zero
    /// The current number of slots, between the scheduler's minimum and `ceiling`.
    var allowance: Double
    /// The number of slots while the host isn't overloaded.
    var ceiling: Int
    /// The number of requests in flight when `allowance` was last halved; their failures don't count again.
    var forgiven = 0

    var isIdle: Bool { active == 0 && waiting.isEmpty }
    var hasFreeSlot: Bool { active < Int(allowance) }
    var rank: Rank { waiting.first?.rank ?? Rank(due: .seconds(Int64.max), number: .max) }

    init(name: Origin, slots: Int) {
      self.name = name
      ceiling = slots
      allowance = Double(slots)
    }
  }

  /// The number of hosts above which idle hosts are forgotten, even if their number of slots isn't the default.
  static var rememberedHosts: Int { 256 }

  private let limits: RequestScheduler.Limits
  private var hosts: [Origin: Host] = [:]
  /// The most recent request's host, cached because the next request usually has the same host.
  private var recent: Host?
  /// The hosts with both a waiting request and a free slot.
  private var ready = IndexedHeap<Host>()
  private var lastNumber: UInt64 = 0
  private(set) var active = 0
  private(set) var waitingCount = 0

  init(limits: RequestScheduler.Limits) { self.limits = limits }

  var hostCount: Int { hosts.count }

  func active(for name: Origin) -> Int { hosts[name]?.active ?? 0 }

  /// Takes a slot if one is free and no request is waiting for it.
  mutating func takeSlot(for name: Origin) -> Bool {
    guard active < limits.total, ready.isEmpty else { return false }
    let host = host(name)
    guard host.hasFreeSlot, host.waiting.isEmpty else { return false }
    host.active += 1
    active += 1
    return true
  }

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

  /// Gives a free slot, if any, to the first waiting request.
  mutating func next(now: Duration = .zero) -> Entry? {
    guard active < limits.total, let host = ready.first, let entry = host.waiting.popFirst() else { return nil }
    host.active += 1
    host.lastGrant = now
    active += 1
    waitingCount -= 1
    place(host)
    return entry
  }

  mutating func remove(_ entry: Entry) -> Bool {
    guard entry.heapIndex != nil else { return false }
    entry.host.waiting.remove(entry)
    waitingCount -= 1
    place(entry.host)
    return true
  }

  mutating func raise(_ entry: Entry, to priority: RequestPriority) {
    guard entry.heapIndex != nil, priority > entry.priority else { return }
    entry.priority = priority
    entry.rank = rank(priority, arrival: entry.arrival, number: entry.rank.number)
    entry.host.waiting.update(entry)
    place(entry.host)
  }

  /// Returns the time at which the host's queue last made progress, or the entry's arrival time if it is later.
  func standstillStart(of entry: Entry) -> Duration { max(entry.arrival, entry.host.lastGrant) }

  /// Frees a slot, and adapts the host's number of slots to the request's outcome.
  mutating func freeSlot(of name: Origin, after outcome: SlotOutcome = .unknown) {
    guard let host = recent?.name == name ? recent : hosts[name] else { return }
    adapt(host, to: outcome)
    host.active -= 1
    active -= 1
    place(host)
  }

  /// Halves the slots of an overloaded host, or adds one per round of successful requests, up to the original number.
  ///
  /// Requests that were in flight during the halving reveal nothing new, so their failures don't halve the slots again.
  private func adapt(_ host: Host, to outcome: SlotOutcome) {
    if outcome == .unknown { return }
    let isForgiven = host.forgiven > 0
    if isForgiven { host.forgiven -= 1 }
    switch outcome {
    case .overload where !isForgiven:
      let floor = Double(min(RequestScheduler.Limits.floor, host.ceiling))
      host.allowance = max(floor, min(host.allowance, Double(host.active)) / 2)
      host.forgiven = host.active - 1
    case .multiplexedSuccess where host.ceiling < limits.total:
      if host.allowance == Double(host.ceiling) { host.allowance = Double(limits.total) }
      host.ceiling = limits.total
    case .success, .multiplexedSuccess:
      let ceiling = Double(host.ceiling)
      if host.allowance < ceiling { host.allowance = min(ceiling, host.allowance + 1 / host.allowance) }
    case .overload, .unknown: break
    }
  }

  private func rank(_ priority: RequestPriority, arrival: Duration, number: UInt64) -> Rank {
    let steps = RequestPriority.interactive.rawValue - priority.rawValue
    return Rank(due: arrival + limits.aging * steps, number: number)
  }

  private mutating func host(_ name: Origin) -> Host {
    if let recent, recent.name == name { return recent }
    if let recent, recent.isIdle { forget(recent) }
    let host = hosts[name] ?? Host(name: name, slots: min(limits.perHost, limits.total))
    hosts[name] = host
    recent = host
    return host
  }

  /// Forgets an idle host, unless its number of slots differs from the default and there is room to remember it.
  private mutating func forget(_ host: Host) {
    let isDefault = host.ceiling <= limits.perHost && host.allowance == Double(host.ceiling)
    if isDefault || hosts.count > Self.rememberedHosts { hosts[host.name] = nil }
  }

  private mutating func place(_ host: Host) {
    let isReady = !host.waiting.isEmpty && host.hasFreeSlot
    switch (isReady, host.heapIndex != nil) {
    case (true, true): ready.update(host)
    case (true, false): ready.insert(host)
    case (false, true): ready.remove(host)
    case (false, false): break
    }
    if host.isIdle, host !== recent { forget(host) }
  }
}

enum SlotOutcome: Sendable {
  case unknown
  case success
  /// The response arrived over HTTP/2 or newer, so the host's requests share a connection.
  case multiplexedSuccess
  /// The host refused the request because of its load, or took too long to respond.
  case overload
}
