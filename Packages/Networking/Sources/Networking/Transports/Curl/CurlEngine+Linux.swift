#if os(Linux)
internal import CurlABI
import NetworkingFoundation

/// The engine that runs all of a transport's transfers.
///
/// Its thread sleeps until a socket is ready. Tasks start, cancel and resume transfers on their own threads, unless
/// another thread is using the driver. That thread then executes the tasks' commands before it releases the driver.
/// Therefore, a request doesn't have to wake a thread, and no task waits for another task's work.
final class CurlEngine: Sendable {
  private struct Mailbox {
    var commands: [CurlDriver.Command] = []
    // The handles of ended transfers, which the tasks that start transfers free.
    var usedHandles: [CurlEasyHandle] = []
    var isStopping = false
    var hasStopped = false
    var finalError = NetworkError.cancelled
    /// Whether the engine's thread has to be woken for a command.
    var isSleeping = false
    /// Whether only the engine's thread works, because other threads would slow it down under high load.
    var isCrowded = false
    /// Whether there may be encrypted connections.
    var usesTLS = false
  }

  let settings: CurlSettings
  private let loop: CurlLoop
  private let mailbox = Locked(Mailbox())
  private let driver: Locked<CurlDriver>

  init(configuration: TransportConfiguration) throws(NetworkError) {
    try CurlLibrary.load()
    let settings = try CurlSettings(configuration)
    let driver = try CurlDriver(settings: settings)
    self.settings = settings
    loop = driver.loop
    self.driver = Locked(driver)
    try startThread()
  }

  // MARK: Any thread

  func start(_ transfer: CurlTransfer) {
    // Under high load, the engine's thread is the bottleneck, so this thread frees a handle and prepares the new one.
    let (mayPrepare, usedHandle) = mailbox.withLock { mailbox in
      (mailbox.isCrowded && mailbox.commands.count < CurlDriver.maximumSpareHandles, mailbox.usedHandles.popLast())
    }
    _ = consume usedHandle
    var handle: CurlEasyHandle?
    if mayPrepare, !CurlLibrary.reusesHandles { handle = CurlEasyHandle(settings: settings, loop: loop) }
    handle?.prepare(for: transfer)
    send(.start(transfer, handle), of: transfer, leads: true)
  }

  func resume(_ transfer: CurlTransfer) { send(.resume(transfer), of: transfer) }

  func resumeUpload(_ transfer: CurlTransfer) { send(.resumeUpload(transfer), of: transfer) }

  func fail(_ transfer: CurlTransfer, _ error: NetworkError) { send(.fail(transfer, error), of: transfer) }

  func cancel(_ transfer: CurlTransfer) {
    if transfer.markCancelled() { send(.cancel(transfer), of: transfer) }
  }

  func stop() {
    mailbox.withLock { $0.isStopping = true }
    loop.wake()
  }

  private func send(_ command: CurlDriver.Command, of transfer: CurlTransfer, leads: Bool = false) {
    enum Turn { case none, thread, own, stopped }
    let turn = mailbox.withLock { mailbox -> Turn in
      guard !mailbox.hasStopped else { return .stopped }
      mailbox.commands.append(command)
      if transfer.prepared.isSecure { mailbox.usesTLS = true }
      guard mailbox.isCrowded else { return .own }
      defer { mailbox.isSleeping = false }
      return mailbox.isSleeping ? .thread : .none
    }
    switch turn {
    case .none: break
    case .thread: loop.wake()
    case .own: drive(leads: leads)
    case .stopped: drop(command)
    }
  }

  private var hasCommands: Bool { mailbox.withLock { !$0.commands.isEmpty } }

  private func drive(leads: Bool) {
    repeat {
      let mustWake = driver.withLockIfAvailable { driver -> Bool in
        defer { driver.unblockBrokenPipeSignal() }
        if leads, driver.expectsQuickResponse {
          driver.carryOutAndWatch { handOver(to: driver) }
        } else {
          handOver(to: driver)
          driver.carryOut()
        }
        return driver.noteForeignWork()
      }
      guard let mustWake else { return }
      if mustWake { loop.wake() }
    } while hasCommands
  }

  /// Passes commands to the driver by swapping two arrays, so that neither array is allocated again.
  private func handOver(to driver: CurlDriver) {
    let usesTLS = mailbox.withLock { mailbox in
      swap(&mailbox.commands, &driver.commands)
      if mailbox.usedHandles.isEmpty { swap(&mailbox.usedHandles, &driver.usedHandles) }
      mailbox.isCrowded = driver.isCrowded
      return mailbox.usesTLS
    }
    if usesTLS { driver.blockBrokenPipeSignal() }
  }

  // MARK: The engine's thread

  private func startThread() throws(NetworkError) {
    let engine = Unmanaged.passRetained(self)
    let error = curlabi_start_thread(
      "Networking.curl",
      512 << 10,
      { context in
        if let context { Unmanaged<CurlEngine>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      },
      engine.toOpaque()
    )
    guard error != 0 else { return }
    engine.release()
    throw .transportUnavailable(
      reason: "no thread could be started (error \(error))",
      recoverySuggestion: "Close other programs, or raise the limit on processes (ulimit -u)."
    )
  }

  private func run() {
    _ = curlabi_thread_block_broken_pipe()
    var events = CurlABIEvents()
    var milliseconds: Int32 = 0
    while !mailbox.withLock({ $0.isStopping }) {
      let error = loop.wait(milliseconds: milliseconds, events: &events)
      mailbox.withLock { $0.isSleeping = false }
      guard error == 0 else {
        giveUp(error)
        break
      }
      let isIdle: Bool
      (milliseconds, isIdle) = driver.withLock { driver in
        driver.act(on: &events)
        repeat {
          handOver(to: driver)
          driver.carryOut()
        } while hasCommands
        return (driver.prepareToSleep(), driver.isIdle)
      }
      // A thread that couldn't acquire the driver in the meantime may have left a command.
      let mustWork = mailbox.withLock { mailbox in
        mailbox.isSleeping = mailbox.commands.isEmpty
        if isIdle { mailbox.usedHandles = [] }
        return !mailbox.isSleeping
      }
      if mustWork { milliseconds = 0 }
    }
    let leftOver = driver.withLock { driver in
      driver.shutDown(mailbox.withLock { $0.finalError })
      return mailbox.withLock { mailbox -> [CurlDriver.Command] in
        mailbox.hasStopped = true
        defer { mailbox.commands = [] }
        return mailbox.commands
      }
    }
    for command in leftOver { drop(command) }
  }

  /// Records the reason that the engine's thread can no longer receive socket events.
  private func giveUp(_ error: Int32) {
    mailbox.withLock { mailbox in
      mailbox.finalError = .transportUnavailable(
        reason: "its thread can no longer wait for connections (\(String(cString: strerror(error))))",
        recoverySuggestion:
          "Create a new transport, and find the code in this program that closes file descriptors that it didn't open."
      )
    }
  }

  private func drop(_ command: CurlDriver.Command) {
    switch command {
    case .start(let transfer, _): transfer.finish(.failure(mailbox.withLock { $0.finalError }))
    case .cancel(let transfer): transfer.finish(.failure(.cancelled))
    case .fail(let transfer, let error): transfer.finish(.failure(error))
    case .resume, .resumeUpload: break
    }
  }
}
#endif
