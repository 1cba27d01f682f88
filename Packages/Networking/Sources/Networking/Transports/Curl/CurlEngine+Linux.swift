#if os(Linux)
internal import CurlABI
import Foundation

/// Drives all transfers of one transport on a thread of its own.
///
/// Other threads leave commands in `inbox` and wake the thread only when it sleeps, so that under load nobody makes a system call for that.
///
/// `@unchecked Sendable`: `inbox`, `isPolling` and `isStopping` are guarded by `lock`; the properties below "thread" are touched only on the
/// engine's thread (and in `init`, before it exists); `multi` is used from other threads only for `curl_multi_wakeup`, which allows that.
final class CurlEngine: @unchecked Sendable {
  private enum Command {
    case start(CurlTransfer)
    case cancel(CurlTransfer)
    case resume(CurlTransfer)
  }

  private let lock = NSLock()
  private var inbox: [Command] = []
  private var isPolling = false
  private var isStopping = false

  private let configuration: TransportConfiguration
  private let noProxy: String
  private let multi: UnsafeMutableRawPointer

  // thread
  private var active: [UnsafeMutableRawPointer: CurlTransfer] = [:]
  private var idleHandles: [CurlEasyHandle] = []
  private var signalled: [CurlTransfer] = []
  private var nextDeadline = UInt64.max

  init(configuration: TransportConfiguration) throws(NetworkError) {
    guard let multi = curlabi_multi_make() else {
      throw .transportUnavailable(reason: "libcurl has no memory", cure: "Free memory and try again.")
    }
    self.multi = multi
    self.configuration = configuration
    noProxy = Self.noProxy(environment: configuration.environment)
    curlabi_multi_set_long(
      multi,
      Int32(CurlABIMultiOptionMaximumIdleConnections),
      configuration.maximumIdleConnections
    )
    let thread = Thread { self.run() }
    thread.name = "Networking.curl"
    thread.stackSize = 512 << 10
    thread.start()
  }

  // MARK: Any thread

  func start(_ transfer: CurlTransfer) { send(.start(transfer)) }

  func resume(_ transfer: CurlTransfer) { send(.resume(transfer)) }

  func cancel(_ transfer: CurlTransfer) {
    if transfer.markCancelled() { send(.cancel(transfer)) }
  }

  func stop() {
    lock.withLock {
      isStopping = true
      isPolling = false
    }
    curlabi_multi_wakeup(multi)
  }

  private func send(_ command: Command) {
    let mustWake = lock.withLock {
      inbox.append(command)
      defer { isPolling = false }
      return isPolling
    }
    if mustWake { curlabi_multi_wakeup(multi) }
  }

  // MARK: The engine's thread

  private func run() {
    blockBrokenPipeSignal()
    var commands: [Command] = []
    while takeCommands(into: &commands) {
      for command in commands { handle(command) }
      curlabi_multi_perform(multi)
      finishTransfers()
      for transfer in signalled {
        transfer.isSignalPending = false
        transfer.signal()
      }
      signalled.removeAll(keepingCapacity: true)
      checkDeadlines()
      poll()
    }
    for transfer in active.values { end(transfer, .failure(.cancelled)) }
    idleHandles = []
    curlabi_multi_free(multi)
  }

  /// Takes over what was left; `false` when the engine is to stop.
  private func takeCommands(into commands: inout [Command]) -> Bool {
    commands.removeAll(keepingCapacity: true)
    return lock.withLock {
      swap(&commands, &inbox)
      return !isStopping
    }
  }

  private func poll() {
    let mayPoll = lock.withLock {
      isPolling = inbox.isEmpty && !isStopping
      return isPolling
    }
    guard mayPoll else { return }
    var milliseconds = UInt64(60_000)
    if nextDeadline != .max {
      let now = DispatchTime.now().uptimeNanoseconds
      milliseconds = min(milliseconds, nextDeadline <= now ? 0 : (nextDeadline - now) / 1_000_000 + 1)
    }
    curlabi_multi_poll(multi, Int32(milliseconds))
    lock.withLock { isPolling = false }
  }

  private func handle(_ command: Command) {
    switch command {
    case .start(let transfer):
      begin(transfer)
    case .cancel(let transfer):
      end(transfer, .failure(.cancelled))
    case .resume(let transfer):
      guard let handle = transfer.handle else { return }
      transfer.touch()
      expectDeadline(of: transfer)
      curlabi_easy_unpause(handle.pointer)
    }
  }

  private func begin(_ transfer: CurlTransfer) {
    guard !transfer.isCancelled else { return end(transfer, .failure(.cancelled)) }
    guard let handle = idleHandles.popLast() ?? CurlEasyHandle(noProxy: noProxy) else {
      return end(transfer, .failure(.unreachable(.other("libcurl has no memory"), origin: transfer.prepared.origin)))
    }
    transfer.begin(with: handle, engine: self, configuration: configuration)
    // Unretained: `active` keeps the transfer until its handle is taken out of `multi`.
    handle.prepare(for: transfer, context: Unmanaged.passUnretained(transfer).toOpaque())
    active[handle.pointer] = transfer
    expectDeadline(of: transfer)
    if curlabi_multi_add(multi, handle.pointer) != 0 {
      end(transfer, .failure(.unreachable(.other("libcurl refused the request"), origin: transfer.prepared.origin)))
    }
  }

  /// Takes a transfer out, wherever it is, and tells whoever waits.
  private func end(_ transfer: CurlTransfer, _ result: Result<Void, NetworkError>) {
    if let handle = transfer.handle {
      transfer.handle = nil
      transfer.engine = nil
      active[handle.pointer] = nil
      curlabi_multi_remove(multi, handle.pointer)
      if idleHandles.count < configuration.maximumIdleConnections { idleHandles.append(handle) }
    }
    transfer.finish(result)
  }

  private func finishTransfers() {
    var pointer: UnsafeMutableRawPointer?
    var code: Int32 = 0
    while curlabi_multi_next_result(multi, &pointer, &code) {
      guard let pointer, let transfer = active[pointer], let handle = transfer.handle else { continue }
      end(transfer, CurlFailure.result(code: code, transfer: transfer, handle: handle))
    }
  }

  /// Remembers that a transfer has something for the task that waits; told once a round, not for every piece.
  func signalLater(_ transfer: CurlTransfer) {
    guard !transfer.isSignalPending else { return }
    transfer.isSignalPending = true
    signalled.append(transfer)
  }

  /// Makes sure that the thread looks at a transfer's limits in time.
  func expectDeadline(of transfer: CurlTransfer) {
    if let deadline = transfer.deadline()?.at { nextDeadline = min(nextDeadline, deadline) }
  }

  private func checkDeadlines() {
    guard nextDeadline != .max else { return }
    let now = DispatchTime.now().uptimeNanoseconds
    guard nextDeadline <= now else { return }
    nextDeadline = .max
    var expired: [(CurlTransfer, NetworkError)] = []
    for transfer in active.values {
      guard let (at, error) = transfer.deadline() else { continue }
      if at <= now { expired.append((transfer, error)) } else { nextDeadline = min(nextDeadline, at) }
    }
    for (transfer, error) in expired { end(transfer, .failure(error)) }
  }

  /// Writing to a connection that the other side closed must be an error, not the end of the process.
  private func blockBrokenPipeSignal() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  /// libcurl's own reading of `no_proxy` is replaced by this list, so what the environment says has to be in it.
  private static func noProxy(environment: [String: String]) -> String {
    let own = environment["no_proxy"] ?? environment["NO_PROXY"] ?? ""
    if own.trimmingCharacters(in: .whitespaces) == "*" { return "*" }
    return (["localhost", "127.0.0.1", "::1"] + (own.isEmpty ? [] : [own])).joined(separator: ",")
  }
}
#endif
