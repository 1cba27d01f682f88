#if os(Linux)
internal import CurlABI
import NetworkingFoundation

/// libcurl's multi handle and its transfers.
///
/// It isn't `Sendable`: ``CurlEngine`` protects it with a lock, and only the thread that holds the lock calls libcurl.
final class CurlDriver {
  enum Command {
    // With a handle that the calling task has prepared, if any.
    case start(CurlTransfer, CurlEasyHandle?)
    case cancel(CurlTransfer)
    case resume(CurlTransfer)
    case resumeUpload(CurlTransfer)
    case fail(CurlTransfer, NetworkError)
  }

  /// The average number of concurrent transfers above which only the engine's thread works.
  private static let crowd = 8
  static let maximumSpareHandles = 64

  let settings: CurlSettings
  let loop: CurlLoop
  var commands: [Command] = []
  private var multi: UnsafeMutableRawPointer
  private var active: [UnsafeMutableRawPointer: ActiveTransfer] = [:]
  private var waiting: ArraySlice<CurlTransfer> = []
  private var idleHandles: [CurlEasyHandle] = []
  // Handles that calling tasks free, because the engine's thread has more to do.
  var usedHandles: [CurlEasyHandle] = []
  private var signalled: [ActiveTransfer] = []
  /// The transfers that wait for more of their request's content.
  private var pausedUploads: [UnsafeMutableRawPointer: ActiveTransfer] = [:]
  private var nextDeadline = UInt64.max
  /// The time at which the engine's thread wakes, unless another thread wakes it earlier.
  private var sleepEnd: UInt64 = 0
  /// Whether the engine's thread sleeps for at most a second, so that new requests rarely have to wake it for limits.
  private var isBusy = false
  private var pace = ResponsePace()
  /// A moving average of the number of transfers already active when a transfer starts, in sixteenths.
  private var company = 0
  /// Whether `SIGPIPE` has to be unblocked on the current thread before the thread releases the driver.
  private var isSignalBlocked = false
  /// Whether `multi` has been used and may have open connections.
  private var isUsed = false
  /// The time when the last transfer ended, if no transfer is active and there are connections to close.
  private var idleSince: UInt64?
  private var hadBurst = false

  init(settings: CurlSettings) throws(NetworkError) {
    guard let multi = curlabi_multi_make() else {
      throw .transportUnavailable(reason: "libcurl ran out of memory", recoverySuggestion: "Free memory and try again.")
    }
    guard let loop = CurlLoop(multi: multi) else {
      curlabi_multi_free(multi)
      throw .transportUnavailable(
        reason: "no file descriptors are left for the transport's thread",
        recoverySuggestion: "Close files or connections, or raise the limit (ulimit -n)."
      )
    }
    self.settings = settings
    self.multi = multi
    self.loop = loop
    limitConnections()
  }

  /// Frees the multi handle before the easy handles, to which its connections refer in libcurl 7.75 to 7.76.1.
  deinit { curlabi_multi_free(multi) }

  /// Whether so many transfers run that help from other threads would slow down the engine's thread.
  var isCrowded: Bool { company >= Self.crowd }

  var isIdle: Bool { active.isEmpty && waiting.isEmpty }

  /// Whether a response is likely to arrive before a thread could wake, and no other transfer has to wait for it.
  var expectsQuickResponse: Bool { active.isEmpty && !isCrowded && pace.isQuick }

  // MARK: Work

  /// Delivers the responses that have arrived, and executes the commands.
  func carryOut() {
    // The waiting tasks can run while this thread starts further transfers.
    finishTransfers()
    for command in commands {
      switch command {
      case .start(let transfer, let handle): enqueue(transfer, handle)
      case .cancel(let transfer): fail(transfer, .cancelled)
      case .resume(let transfer): activeTransfer(for: transfer)?.resume()
      case .resumeUpload(let transfer): activeTransfer(for: transfer)?.resumeUpload()
      case .fail(let transfer, let error): fail(transfer, error)
      }
    }
    commands.removeAll(keepingCapacity: true)
    curlabi_loop_run_timers(loop.pointer)
    finishTransfers()
    for transfer in pausedUploads.values { transfer.endResponseIfComplete() }
    let error = curlabi_loop_take_socket_error(loop.pointer)
    if error != 0 { failAll("waiting for a connection failed (\(String(cString: strerror(error))))") }
    deliverSignals()
  }

  private func deliverSignals() {
    for transfer in signalled {
      transfer.isSignalPending = false
      transfer.signal()
    }
    signalled.removeAll(keepingCapacity: true)
  }

  func act(on events: inout CurlABIEvents) {
    if !curlabi_loop_act(loop.pointer, &events) { failAll("libcurl lost track of its transfers") }
  }

  /// Executes commands, then briefly waits for responses that arrive before a thread could wake.
  func carryOutAndWatch(_ refill: () -> Void) {
    curlabi_loop_begin_watch(loop.pointer)
    refill()
    carryOut()
    var rounds = 0
    while !active.isEmpty, rounds < ResponsePace.rounds, curlabi_loop_watch(loop.pointer, ResponsePace.patience) {
      refill()
      carryOut()
      rounds += 1
    }
    if !active.isEmpty { pace.noteDelay() }
    curlabi_loop_end_watch(loop.pointer)
  }

  /// Blocks `SIGPIPE` on this thread: TLS libraries don't suppress it when they write to a connection that the server has
  /// closed.
  func blockBrokenPipeSignal() {
    if !isSignalBlocked { isSignalBlocked = curlabi_thread_block_broken_pipe() }
  }

  /// Restores the thread's signal mask; must be called before the thread releases the driver.
  func unblockBrokenPipeSignal() {
    if isSignalBlocked { curlabi_thread_unblock_broken_pipe() }
    isSignalBlocked = false
  }

  /// Records work done by a thread other than the engine's; returns whether the engine's thread has to wake for the
  /// next limit or timer.
  func noteForeignWork() -> Bool {
    isBusy = true
    // A thread that sleeps indefinitely wouldn't notice that the transport has become idle.
    let next = sleepEnd == .max ? 0 : nextWake
    guard next < sleepEnd else { return false }
    sleepEnd = next
    return true
  }

  /// Fails expired transfers, tidies up, and returns the maximum sleep in milliseconds; -1 means no limit.
  func prepareToSleep() -> Int32 {
    checkDeadlines()
    let now = DispatchTime.now().uptimeNanoseconds
    let rest = tidyUp(now: now)
    sleepEnd = min(nextWake, rest, isBusy ? now.addingSaturated(1_000_000_000) : .max)
    isBusy = false
    if sleepEnd == .max { return -1 }
    return sleepEnd <= now ? 0 : Int32(min((sleepEnd - now) / 1_000_000 + 1, 60_000))
  }

  func signalLater(_ transfer: ActiveTransfer) {
    guard !transfer.isSignalPending else { return }
    transfer.isSignalPending = true
    signalled.append(transfer)
  }

  func notePausedUpload(_ transfer: ActiveTransfer) { pausedUploads[transfer.handle.pointer] = transfer }

  func noteResumedUpload(_ transfer: ActiveTransfer) { pausedUploads[transfer.handle.pointer] = nil }

  func expectDeadline(_ deadline: UInt64) { nextDeadline = min(nextDeadline, deadline) }

  func shutDown(_ error: NetworkError) {
    failActive { _ in error }
    for transfer in waiting { transfer.finish(.failure(error)) }
    waiting = []
    signalled = []
  }

  /// The time at which the engine's thread has to work even without events.
  private var nextWake: UInt64 {
    let timer = curlabi_loop_next_timer(loop.pointer)
    return min(nextDeadline, timer == .max ? .max : UInt64(max(0, timer)))
  }

  // MARK: Transfers

  private func activeTransfer(for transfer: CurlTransfer) -> ActiveTransfer? {
    // Another transfer may already be using the same handle.
    guard let pointer = transfer.key.flatMap(UnsafeMutableRawPointer.init(bitPattern:)), let found = active[pointer],
      found.transfer === transfer
    else { return nil }
    return found
  }

  private func enqueue(_ transfer: CurlTransfer, _ handle: CurlEasyHandle?) {
    if waiting.isEmpty, active.count < settings.maximumTransfers { return begin(transfer, handle) }
    waiting.append(transfer)
    if waiting.count >= MemoryRelief.burst { hadBurst = true }
    expectDeadline(transfer.queueDeadline)
    beginWaiting()
  }

  private func fail(_ transfer: CurlTransfer, _ error: NetworkError) {
    if let active = activeTransfer(for: transfer) {
      end(active, .failure(error))
    } else {
      transfer.finish(.failure(error))
    }
  }

  private func beginWaiting() {
    while active.count < settings.maximumTransfers, let transfer = waiting.popFirst() { begin(transfer, nil) }
    // Otherwise, the array's memory would keep removed transfers alive.
    if waiting.isEmpty { waiting = [] }
  }

  private func begin(_ transfer: CurlTransfer, _ prepared: CurlEasyHandle?) {
    guard let handle = prepared ?? idleHandles.popLast() ?? CurlEasyHandle(settings: settings, loop: loop) else {
      return transfer.finish(.failure(.unreachable(.other("libcurl ran out of memory"), origin: transfer.origin)))
    }
    if prepared == nil { handle.prepare(for: transfer) }
    guard transfer.begin(key: UInt(bitPattern: handle.pointer)) else {
      if CurlLibrary.reusesHandles { idleHandles.append(handle) }
      return transfer.finish(.failure(.cancelled))
    }
    idleSince = nil
    isUsed = true
    company += (16 * active.count - company) / 4
    let now = DispatchTime.now().uptimeNanoseconds
    let begun = ActiveTransfer(transfer, handle: handle, driver: self, now: now)
    // The pointer is unretained, because `active` keeps the transfer alive until its handle is removed from `multi`.
    handle.attach(Unmanaged.passUnretained(begun).toOpaque(), for: transfer)
    active[handle.pointer] = begun
    limitIdleConnections()
    expectDeadline(begun.deadline)
    if curlabi_multi_add(multi, handle.pointer) != 0 {
      end(begun, .failure(.unreachable(.other("libcurl refused the request"), origin: transfer.origin)))
    }
  }

  /// Resumes the waiting task, then removes the transfer.
  ///
  /// The order matters: libcurl before 7.87 waits for a transfer's name lookup when the transfer is removed.
  private func end(_ transfer: ActiveTransfer, _ result: Result<Void, NetworkError>) {
    transfer.finish(result)
    transfer.signal()
    remove(transfer)
  }

  private func remove(_ transfer: ActiveTransfer) {
    let handle = transfer.handle
    guard active.removeValue(forKey: handle.pointer) != nil else { return }
    pausedUploads[handle.pointer] = nil
    curlabi_multi_remove(multi, handle.pointer)
    if CurlLibrary.reusesHandles {
      if idleHandles.count < settings.configuration.maximumIdleConnections { idleHandles.append(handle) }
    } else if isCrowded, usedHandles.count < Self.maximumSpareHandles {
      usedHandles.append(handle)
    }
    limitIdleConnections()
  }

  private func finishTransfers() {
    var pointer: UnsafeMutableRawPointer?
    var code: Int32 = 0
    var finished: [ActiveTransfer] = []
    while curlabi_multi_next_result(multi, &pointer, &code) {
      guard let pointer, let transfer = active[pointer] else { continue }
      let now = DispatchTime.now().uptimeNanoseconds
      let startedAt = transfer.transfer.startedAt
      pace.note(now > startedAt ? now - startedAt : 0)
      transfer.finish(CurlFailure.result(code: code, transfer: transfer, driver: self))
      signalLater(transfer)
      finished.append(transfer)
    }
    guard !finished.isEmpty else { return }
    // All waiting tasks resume before this thread spends time on the handles.
    deliverSignals()
    for transfer in finished { remove(transfer) }
    beginWaiting()
  }

  private func failAll(_ reason: String) { failActive { .unreachable(.other(reason), origin: $0.origin) } }

  private func failActive(_ error: (CurlTransfer) -> NetworkError) {
    for transfer in Array(active.values) { end(transfer, .failure(error(transfer.transfer))) }
  }

  private func checkDeadlines() {
    guard nextDeadline != .max else { return }
    let now = DispatchTime.now().uptimeNanoseconds
    guard nextDeadline <= now else { return }
    nextDeadline = .max
    var expired: [ActiveTransfer] = []
    for transfer in active.values {
      let deadline = transfer.deadline
      if deadline <= now { expired.append(transfer) } else { expectDeadline(deadline) }
    }
    for transfer in waiting {
      let deadline = transfer.queueDeadline
      if deadline <= now { transfer.finish(.failure(transfer.queueTimeout())) } else { expectDeadline(deadline) }
    }
    for transfer in expired { end(transfer, .failure(transfer.timeout())) }
  }

  // MARK: Connections

  /// Frees memory and closes connections that have been idle for too long; returns the time for the next check.
  ///
  /// libcurl closes an idle connection only to make room for another one, so a new multi handle replaces the old one.
  private func tidyUp(now: UInt64) -> UInt64 {
    guard isIdle else {
      idleSince = nil
      return .max
    }
    usedHandles = []
    guard let since = idleSince else {
      if hadBurst { MemoryRelief.planAfterBurst() }
      hadBurst = false
      guard isUsed else { return .max }
      idleSince = now
      return now.addingSaturated(settings.idleLifetime)
    }
    let end = since.addingSaturated(settings.idleLifetime)
    guard end <= now else { return end }
    guard let fresh = curlabi_multi_make() else { return now.addingSaturated(1_000_000_000) }
    idleSince = nil
    isUsed = false
    // The order is the same as in `deinit`.
    curlabi_multi_free(multi)
    idleHandles = []
    multi = fresh
    curlabi_loop_use(loop.pointer, multi)
    limitConnections()
    return .max
  }

  private func limitConnections() {
    let configuration = settings.configuration
    curlabi_multi_set_long(multi, Int32(CurlABIMultiOptionMaximumConnections), configuration.maximumConnections)
    curlabi_multi_set_long(
      multi,
      Int32(CurlABIMultiOptionMaximumHostConnections),
      configuration.maximumConnectionsPerHost
    )
    limitIdleConnections()
  }

  private func limitIdleConnections() {
    let limit = active.count + settings.configuration.maximumIdleConnections
    curlabi_multi_set_long(multi, Int32(CurlABIMultiOptionMaximumIdleConnections), max(1, limit))
  }
}

/// The event loop for a multi handle's sockets.
///
/// `@unchecked Sendable`: any thread may call ``wait(milliseconds:events:)`` and ``wake()``; all other methods use
/// `pointer` only while the driver's lock is held.
final class CurlLoop: @unchecked Sendable {
  let pointer: OpaquePointer

  fileprivate init?(multi: UnsafeMutableRawPointer) {
    guard let pointer = curlabi_loop_make(multi) else { return nil }
    self.pointer = pointer
  }

  deinit { curlabi_loop_free(pointer) }

  /// Waits for sockets; returns the system's error number, or 0 on success.
  func wait(milliseconds: Int32, events: inout CurlABIEvents) -> Int32 {
    curlabi_loop_wait(pointer, milliseconds, &events)
  }

  func wake() { curlabi_loop_wake(pointer) }
}

/// A moving average of response times, used to decide whether to wait without sleeping.
///
/// Two threads take longer to wake each other than a service on this machine takes to respond. A remote service never
/// counts as quick.
private struct ResponsePace {
  /// The maximum wait for each part of a response, in microseconds.
  static let patience: Int32 = 150
  static let rounds = 16

  private static let limit: UInt64 = 200_000
  /// The moving average, in nanoseconds.
  private var mean: UInt64 = 10 * limit

  var isQuick: Bool { mean < Self.limit }

  mutating func note(_ duration: UInt64) {
    mean = (3 * mean + min(duration, 10 * Self.limit)) / 4
  }

  mutating func noteDelay() { note(2 * Self.limit) }
}
#endif
