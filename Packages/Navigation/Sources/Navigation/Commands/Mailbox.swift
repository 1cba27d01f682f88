/// The commands that wait for their turn, and whose turn it is: first come, first served, one at a time.
///
/// Whoever gets the turn (``claim()``, or `true` from ``add(_:)``) must give it back through ``next()`` or
/// ``release()``, so that no command is left behind.
struct Mailbox: Sendable {
  private var jobs: [NavigationJob] = []
  private var head = 0
  private var isTurnTaken = false
  private(set) var hasReceiver = false

  private var isEmpty: Bool { head == jobs.count }

  /// Takes the turn for a command that is carried out at once, unless others wait.
  mutating func claim() -> Bool {
    guard hasReceiver, !isTurnTaken, isEmpty else { return false }
    isTurnTaken = true
    return true
  }

  /// Gives back a claimed turn.
  ///
  /// - Returns: Whether others wait; the turn is then still taken, and the caller must see to them.
  mutating func release() -> Bool {
    isTurnTaken = !isEmpty
    return isTurnTaken
  }

  /// Adds a command.
  ///
  /// - Returns: Whether the caller got the turn and must see to the waiting commands.
  mutating func add(_ job: NavigationJob) -> Bool {
    jobs.append(job)
    guard hasReceiver, !isTurnTaken else { return false }
    isTurnTaken = true
    return true
  }

  /// The next command, or nil when there is none; the turn is then given back.
  mutating func next() -> NavigationJob? {
    guard hasReceiver, !isEmpty else {
      isTurnTaken = false
      return nil
    }
    let job = jobs[head]
    head += 1
    if head == jobs.count {
      jobs.removeAll(keepingCapacity: true)
      head = 0
    } else if head >= 64, head * 2 >= jobs.count {
      jobs.removeFirst(head)
      head = 0
    }
    return job
  }

  /// Says that a router listens.
  ///
  /// - Returns: Whether commands wait already, in which case the caller got the turn.
  mutating func attach() -> Bool {
    hasReceiver = true
    isTurnTaken = !isEmpty
    return isTurnTaken
  }

  /// Says that no router listens any more; what waits, waits for the next one.
  mutating func detach() {
    hasReceiver = false
    isTurnTaken = false
  }
}
