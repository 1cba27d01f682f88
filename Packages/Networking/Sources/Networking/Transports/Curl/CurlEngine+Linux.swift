#if os(Linux)
internal import CurlABI
import Foundation

/// Drives all transfers of one transport.
///
/// A thread of its own sleeps until a socket is ready. Whoever starts, cancels or resumes a transfer does that on its own thread while nobody
/// else is at it; otherwise it leaves a command in `inbox`, which whoever is at it carries out before it goes. So no thread has to be woken to send
/// a request, and nobody waits for another one's work.
///
/// `@unchecked Sendable`: what stands above "driving" is guarded by `lock`; `loop` may wait and be woken at any time; the rest,
/// `multi` and whatever is called "engine" in a transfer belong to who holds `driving`.
final class CurlEngine: @unchecked Sendable {
  private enum Command {
    case start(CurlTransfer)
    case cancel(CurlTransfer)
    case resume(CurlTransfer)
    case resumeUpload(CurlTransfer)
    case fail(CurlTransfer, NetworkError)
  }

  /// From which ``company`` on the thread works alone.
  private static let crowd = 8

  private let lock = Lock()
  private var inbox: [Command] = []
  private var isStopping = false
  private var hasStopped = false
  /// What ends that which can't be carried out any more.
  private var endOfAll = NetworkError.cancelled
  /// Whether the thread waits for sockets and would not look into the inbox by itself.
  private var isSleeping = false
  /// Whether there is so much to do that the thread does it best alone: others would only get into its way.
  private var isCrowded = false

  let settings: CurlSettings
  let loop: OpaquePointer

  // driving
  private let driving = NSLock()
  var multi: UnsafeMutableRawPointer
  var active: [UnsafeMutableRawPointer: CurlTransfer] = [:]
  var waiting = CurlQueue()
  var idleHandles: [CurlEasyHandle] = []
  /// Whether `multi` may hold connections.
  var isUsed = false
  private var signalled: [CurlTransfer] = []
  private var commands: [Command] = []
  private var nextDeadline = UInt64.max
  /// Until when the thread sleeps unless somebody wakes it.
  private var sleepsUntil: UInt64 = 0
  /// Whether something happened since the thread woke; it then looks again soon, so that not every request has to tell it of its limits.
  private var isBusy = false
  /// How many transfers may write to an encrypted connection, which only the engine's own thread may: a broken pipe is a signal there.
  private var secureTransfers = 0
  private var pace = AnswerPace()
  /// How many others were usually under way when a transfer of late began: a running mean in sixteenths.
  private var company = 0
  /// Since when nothing is under way, as long as there is something to be tidied up.
  var idleSince: UInt64?
  /// Whether very many transfers waited at the same time.
  var hadBurst = false

  init(configuration: TransportConfiguration) throws(NetworkError) {
    try CurlLibrary.load()
    guard let multi = curlabi_multi_make() else {
      throw .transportUnavailable(reason: "libcurl has no memory", recoverySuggestion: "Free memory and try again.")
    }
    self.multi = multi
    do throws(NetworkError) {
      settings = try CurlSettings(configuration)
    } catch {
      curlabi_multi_free(multi)
      throw error
    }
    guard let loop = curlabi_loop_make(multi) else {
      curlabi_multi_free(multi)
      throw .transportUnavailable(
        reason: "no descriptors are left for the transport's thread",
        recoverySuggestion: "Close files or connections, or raise the limit (ulimit -n)."
      )
    }
    self.loop = loop
    limitConnections()
    let thread = Thread { self.run() }
    thread.name = "Networking.curl"
    thread.stackSize = 512 << 10
    thread.start()
  }

  /// Not earlier: whoever wakes the thread holds the engine, so that nobody wakes what is gone.
  deinit {
    curlabi_multi_free(multi)
    curlabi_loop_free(loop)
  }

  // MARK: Any thread

  func start(_ transfer: CurlTransfer) { send(.start(transfer), of: transfer, leads: true) }

  func resume(_ transfer: CurlTransfer) { send(.resume(transfer), of: transfer) }

  func resumeUpload(_ transfer: CurlTransfer) { send(.resumeUpload(transfer), of: transfer) }

  func fail(_ transfer: CurlTransfer, _ error: NetworkError) { send(.fail(transfer, error), of: transfer) }

  func cancel(_ transfer: CurlTransfer) {
    if transfer.markCancelled() { send(.cancel(transfer), of: transfer) }
  }

  func stop() {
    lock.withLock { isStopping = true }
    curlabi_loop_wake(loop)
  }

  private func send(_ command: Command, of transfer: CurlTransfer, leads: Bool = false) {
    enum Turn { case none, thread, own, stopped }
    let turn = lock.withLock { () -> Turn in
      guard !hasStopped else { return .stopped }
      inbox.append(command)
      guard isCrowded || transfer.prepared.isSecure else { return .own }
      defer { isSleeping = false }
      return isSleeping ? .thread : .none
    }
    switch turn {
    case .none: break
    case .thread: curlabi_loop_wake(loop)
    case .own: drive(leads: leads)
    case .stopped: drop(command)
    }
  }

  /// Carries out what is in the inbox unless somebody is at it, who then does that.
  private func drive(leads: Bool) {
    repeat {
      guard driving.try() else { return }
      guard secureTransfers == 0 else {
        driving.unlock()
        return curlabi_loop_wake(loop)
      }
      if leads, active.isEmpty, company < Self.crowd, pace.isQuick {
        lead()
      } else {
        carryOut()
      }
      isBusy = true
      // One that sleeps without an end would not notice when everything is idle.
      let next = sleepsUntil == .max ? 0 : nextWake
      let mustWake = next < sleepsUntil
      if mustWake { sleepsUntil = next }
      driving.unlock()
      if mustWake { curlabi_loop_wake(loop) }
    } while lock.withLock({ !inbox.isEmpty })
  }

  /// Starts a transfer and stays with it for a moment, because the services asked of late answered sooner than a thread wakes.
  private func lead() {
    curlabi_loop_begin_watch(loop)
    carryOut()
    var rounds = 0
    while !active.isEmpty, rounds < AnswerPace.rounds, curlabi_loop_watch(loop, AnswerPace.patience) {
      carryOut()
      rounds += 1
    }
    if !active.isEmpty { pace.noteDelay() }
    curlabi_loop_end_watch(loop)
  }

  /// Everything that can be done without waiting.
  private func carryOut() {
    lock.withLock {
      swap(&commands, &inbox)
      isCrowded = company >= Self.crowd
    }
    for command in commands { handle(command) }
    commands.removeAll(keepingCapacity: true)
    curlabi_loop_run_timers(loop)
    finishTransfers()
    let error = curlabi_loop_take_socket_error(loop)
    if error != 0 { failAll("a connection can't be waited for (\(String(cString: strerror(error))))") }
    for transfer in signalled {
      transfer.isSignalPending = false
      transfer.signal()
    }
    signalled.removeAll(keepingCapacity: true)
  }

  /// When the thread has to look again, although nothing happens.
  private var nextWake: UInt64 {
    let timer = curlabi_loop_next_timer(loop)
    return min(nextDeadline, timer == .max ? .max : UInt64(max(0, timer)))
  }

  // MARK: The engine's thread

  private func run() {
    blockBrokenPipeSignal()
    var events = CurlABIEvents()
    var milliseconds: Int32 = 0
    while !lock.withLock({ isStopping }) {
      let error = curlabi_loop_wait(loop, milliseconds, &events)
      lock.withLock { isSleeping = false }
      guard error == 0 else {
        giveUp(error)
        break
      }
      driving.lock()
      if !curlabi_loop_act(loop, &events) { failAll("libcurl lost track of its transfers") }
      repeat { carryOut() } while lock.withLock { !inbox.isEmpty }
      checkDeadlines()
      milliseconds = sleepTime()
      driving.unlock()
      // Whoever failed to get hold of `driving` until now has left something.
      lock.withLock {
        isSleeping = inbox.isEmpty
        if !isSleeping { milliseconds = 0 }
      }
    }
    driving.lock()
    let reason = lock.withLock { endOfAll }
    for transfer in active.values { end(transfer, .failure(reason)) }
    while let transfer = waiting.popFirst() { end(transfer, .failure(reason)) }
    idleHandles = []
    let leftOver = lock.withLock {
      hasStopped = true
      defer { inbox = [] }
      return inbox
    }
    for command in leftOver { drop(command) }
    driving.unlock()
  }

  private func sleepTime() -> Int32 {
    let now = DispatchTime.now().uptimeNanoseconds
    let rest = tidyUp(now: now)
    sleepsUntil = min(nextWake, rest, isBusy ? now.addingSaturated(1_000_000_000) : .max)
    isBusy = false
    if sleepsUntil == .max { return -1 }
    return sleepsUntil <= now ? 0 : Int32(min((sleepsUntil - now) / 1_000_000 + 1, 60_000))
  }

  /// Remembers why the thread can't go on: it would never hear of a socket again.
  private func giveUp(_ error: Int32) {
    lock.withLock {
      endOfAll = .transportUnavailable(
        reason: "its thread can't wait for connections any more (\(String(cString: strerror(error))))",
        recoverySuggestion: "Make a new transport, and find out what in this program closes files that are not its own."
      )
    }
  }

  /// Ends what can't be carried out any more.
  private func drop(_ command: Command) {
    switch command {
    case .start(let transfer): transfer.finish(.failure(lock.withLock { endOfAll }))
    case .cancel(let transfer): transfer.finish(.failure(.cancelled))
    case .fail(let transfer, let error): transfer.finish(.failure(error))
    case .resume, .resumeUpload: break
    }
  }

  private func failAll(_ reason: String) {
    for transfer in active.values {
      end(transfer, .failure(.unreachable(.other(reason), origin: transfer.origin)))
    }
  }

  private func handle(_ command: Command) {
    switch command {
    case .start(let transfer):
      waiting.append(transfer)
      if waiting.count >= MemoryRelief.burst { hadBurst = true }
      expectDeadline(of: transfer)
      beginWaiting()
    case .cancel(let transfer):
      end(transfer, .failure(.cancelled))
    case .resume(let transfer):
      guard let handle = transfer.handle else { return }
      transfer.markResumed()
      handle.hold(false)
      transfer.touch()
      expectDeadline(of: transfer)
      curlabi_easy_pause(handle.pointer, Int32(transfer.isSendPaused ? CurlABIPauseSending : 0))
    case .resumeUpload(let transfer):
      guard let handle = transfer.handle else { return }
      transfer.isSendPaused = false
      transfer.isSending = transfer.bytesSent > 0
      transfer.lastActivityAt = DispatchTime.now().uptimeNanoseconds
      expectDeadline(of: transfer)
      curlabi_easy_pause(handle.pointer, Int32(transfer.isPaused ? CurlABIPauseReceiving : 0))
    case .fail(let transfer, let error):
      end(transfer, .failure(error))
    }
  }

  /// Starts what waits, as far as there may be more at the same time.
  private func beginWaiting() {
    while active.count < settings.maximumTransfers, let transfer = waiting.popFirst() { begin(transfer) }
  }

  private func begin(_ transfer: CurlTransfer) {
    guard !transfer.isCancelled else { return end(transfer, .failure(.cancelled)) }
    guard let handle = idleHandles.popLast() ?? CurlEasyHandle(settings: settings, loop: loop) else {
      return end(transfer, .failure(.unreachable(.other("libcurl has no memory"), origin: transfer.origin)))
    }
    idleSince = nil
    isUsed = true
    company += (16 * active.count - company) / 4
    transfer.begin(with: handle, engine: self, now: DispatchTime.now().uptimeNanoseconds)
    // Unretained: `active` keeps the transfer until its handle is taken out of `multi`.
    handle.prepare(for: transfer, context: Unmanaged.passUnretained(transfer).toOpaque())
    active[handle.pointer] = transfer
    if transfer.prepared.isSecure { secureTransfers += 1 }
    limitIdleConnections()
    expectDeadline(of: transfer)
    if curlabi_multi_add(multi, handle.pointer) != 0 {
      end(transfer, .failure(.unreachable(.other("libcurl refused the request"), origin: transfer.origin)))
    }
  }

  /// Tells whoever waits, and takes the transfer out, wherever it is.
  ///
  /// In this order: libcurl before 7.87 waits for a name look-up when its transfer is taken out.
  private func end(_ transfer: CurlTransfer, _ result: Result<Void, NetworkError>) {
    transfer.finish(result)
    if let handle = transfer.handle {
      transfer.handle = nil
      transfer.engine = nil
      transfer.closure = nil
      active[handle.pointer] = nil
      if transfer.prepared.isSecure { secureTransfers -= 1 }
      curlabi_multi_remove(multi, handle.pointer)
      if CurlLibrary.reusesHandles, idleHandles.count < settings.configuration.maximumIdleConnections {
        idleHandles.append(handle)
      }
      limitIdleConnections()
    }
  }

  private func finishTransfers() {
    var pointer: UnsafeMutableRawPointer?
    var code: Int32 = 0
    while curlabi_multi_next_result(multi, &pointer, &code) {
      guard let pointer, let transfer = active[pointer], let handle = transfer.handle else { continue }
      let now = DispatchTime.now().uptimeNanoseconds
      pace.note(now > transfer.startedAt ? now - transfer.startedAt : 0)
      end(transfer, CurlFailure.result(code: code, transfer: transfer, handle: handle))
    }
    beginWaiting()
  }

  /// Remembers that a transfer has something for the task that waits; told once a round, not for every piece.
  func signalLater(_ transfer: CurlTransfer) {
    guard !transfer.isSignalPending else { return }
    transfer.isSignalPending = true
    signalled.append(transfer)
  }

  /// Makes sure that the thread looks at a transfer's limits in time.
  func expectDeadline(of transfer: CurlTransfer) {
    nextDeadline = min(nextDeadline, transfer.deadline)
  }

  private func checkDeadlines() {
    guard nextDeadline != .max else { return }
    let now = DispatchTime.now().uptimeNanoseconds
    guard nextDeadline <= now else { return }
    nextDeadline = .max
    var expired: [CurlTransfer] = []
    for transfer in active.values {
      let deadline = transfer.deadline
      if deadline <= now { expired.append(transfer) } else { nextDeadline = min(nextDeadline, deadline) }
    }
    for transfer in waiting.transfers {
      let deadline = transfer.deadline
      if deadline <= now { expired.append(transfer) } else { nextDeadline = min(nextDeadline, deadline) }
    }
    for transfer in expired { end(transfer, .failure(transfer.timeout())) }
  }

  /// Writing to a connection that the other side closed must be an error, not the end of the process.
  private func blockBrokenPipeSignal() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }
}
#endif
