import Dispatch
internal import Networking

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A server's implementation, which the server's threads keep alive until they end.
///
/// Only the accepting thread adds connections and joins their threads, so no connection is added after the stop signal.
final class ServerCore: Sendable {
  /// The listening socket, which the accepting thread closes.
  let listener: Listener
  private let configuration: LoopbackServer.Configuration
  private let handler: LoopbackServer.Handler
  private let stopSignal: StopSignal
  /// A semaphore that counts the connections that may still be accepted, signaled once more when the server stops.
  private let places: DispatchSemaphore
  /// A semaphore signaled when the accepting thread has ended; each waiter signals it again for the next.
  private let ended = DispatchSemaphore(value: 0)
  private let state = Locked(State())

  private struct State: Sendable {
    var acceptThread: ServerThread?
    var isAcceptThreadClaimed = false
    var ownThreads: [Int: ServerThread] = [:]
    var started: [Int: ServerThread] = [:]
    var finished: [Int] = []
    var sockets: [Int: ConnectionSocket] = [:]
    /// Whether a client waits for a connection to end.
    var isRoomWanted = false
    var totals = LoopbackServer.Statistics()

    /// Closes the connection that has waited longest for a request, and returns the time at which to try again.
    ///
    /// If no connection can be closed, each connection ends with its next response.
    mutating func makeRoom(patience: Duration) -> DispatchTime {
      let limit = ContinuousClock.now - patience
      let waiting = sockets.values.compactMap { socket in socket.waitingSince.map { (since: $0, socket: socket) } }
      let isClosing = waiting.sorted { $0.since < $1.since }.contains { $0.since <= limit && $0.socket.giveWay() }
      isRoomWanted = !isClosing
      return isClosing || waiting.isEmpty ? .distantFuture : .now() + .milliseconds(10)
    }
  }

  init(
    _ address: ListenAddress,
    configuration: LoopbackServer.Configuration,
    handler: @escaping LoopbackServer.Handler
  ) throws(LoopbackServerError) {
    listener = try Listener(address, backlog: configuration.backlog)
    self.configuration = configuration
    self.handler = handler
    places = DispatchSemaphore(value: max(1, configuration.maximumConnections))
    do throws(SystemFailure) {
      stopSignal = try StopSignal()
    } catch {
      listener.close()
      throw .socketFailure(error.number, operation: error.operation)
    }
    do throws(SystemFailure) {
      let thread = try ServerThread.start(stackSize: configuration.threadStackSize) { self.acceptConnections() }
      state.withLock { $0.acceptThread = thread }
    } catch {
      listener.close()
      throw .socketFailure(error.number, operation: error.operation)
    }
  }

  var usesTLS: Bool { configuration.tls != nil }

  var statistics: LoopbackServer.Statistics {
    state.withLock { state in
      var result = state.totals
      result.connectionsOpen = state.sockets.count
      for socket in state.sockets.values { result.add(socket.counters) }
      return result
    }
  }

  func stop(isLastReference: Bool) {
    stopSignal.signal()
    places.signal()
    let isOwnThread = isOnOwnThread
    let claimed: ServerThread? = state.withLock { state in
      guard !isOwnThread || isLastReference, !state.isAcceptThreadClaimed else { return nil }
      state.isAcceptThreadClaimed = true
      return state.acceptThread
    }
    if isOwnThread {
      claimed?.detach()
    } else if let claimed {
      claimed.join()
      ended.signal()
    } else {
      // The accepting thread joins the connection threads, so this call returns only after they have ended.
      ended.wait()
      ended.signal()
    }
  }

  private var isOnOwnThread: Bool {
    let current = ServerThread.current
    return state.withLock { $0.ownThreads.values.contains { $0.isSame(as: current) } }
  }

  // MARK: The accepting thread

  private func acceptConnections() {
    let acceptNumber = 0
    state.withLock { $0.ownThreads[acceptNumber] = .current }
    while stopSignal.wait(for: nil, watching: listener.descriptor) == .ready {
      takePlace()
      joinFinishedThreads()
      guard !stopSignal.isSignalled, let descriptor = acceptOne() else {
        places.signal()
        break
      }
      startConnection(descriptor)
    }
    listener.close()
    for socket in state.withLock({ Array($0.sockets.values) }) { socket.interrupt() }
    for thread in state.withLock({ Array($0.started.values) }) { thread.join() }
    state.withLock { state in
      state.started = [:]
      state.finished = []
      state.ownThreads = [:]
    }
  }

  /// Takes a place for another connection; at the limit, the connection that has waited longest has to give way.
  private func takePlace() {
    var hasPlace = places.wait(timeout: .now()) == .success
    while !hasPlace, !stopSignal.isSignalled {
      let retry = state.withLock { $0.makeRoom(patience: configuration.patience) }
      hasPlace = places.wait(timeout: retry) == .success
    }
    state.withLock { $0.isRoomWanted = false }
  }

  // Waits for the next connection; returns `nil` if the server is stopping.
  private func acceptOne() -> Int32? {
    while true {
      guard stopSignal.wait(for: nil, watching: listener.descriptor) == .ready else { return nil }
      if configuration.acceptDelay > .zero, stopSignal.wait(for: configuration.acceptDelay) == .stopped { return nil }
      let descriptor = SystemCalls.acceptConnection(on: listener.descriptor)
      if descriptor >= 0 { return descriptor }
      switch errno {
      case EAGAIN, EWOULDBLOCK, EINTR, ECONNABORTED, EPROTO: continue
      case EBADF, EINVAL, ENOTSOCK, EOPNOTSUPP: return nil
      default:
        // Descriptors or memory become available when connections end; waiting prevents a busy loop.
        if stopSignal.wait(for: .milliseconds(20)) == .stopped { return nil }
      }
    }
  }

  private func startConnection(_ descriptor: Int32) {
    let socket = state.withLock { state in
      state.totals.connectionsAccepted += 1
      let number = state.totals.connectionsAccepted
      let socket = ConnectionSocket(number: number, descriptor: descriptor, configuration: configuration)
      state.sockets[number] = socket
      state.totals.connectionsPeak = max(state.totals.connectionsPeak, state.sockets.count)
      return socket
    }
    do throws(SystemFailure) {
      let thread = try ServerThread.start(stackSize: configuration.threadStackSize) { self.serve(socket) }
      state.withLock { $0.started[socket.number] = thread }
    } catch {
      socket.close(abortively: true)
      state.withLock { state in
        state.totals.connectionsDropped += 1
        state.sockets[socket.number] = nil
      }
      places.signal()
    }
  }

  private func joinFinishedThreads() {
    let threads = state.withLock { state in
      // A thread that ends before its handle is recorded is joined later.
      let known = state.finished.filter { state.started[$0] != nil }
      state.finished.removeAll { state.started[$0] != nil }
      return known.compactMap { state.started.removeValue(forKey: $0) }
    }
    for thread in threads { thread.join() }
  }

  // MARK: The connection threads

  private func serve(_ socket: ConnectionSocket) {
    state.withLock { $0.ownThreads[socket.number] = .current }
    let connection = Connection(socket: socket, stop: stopSignal, configuration: configuration, handler: handler) {
      self.state.withLock { $0.isRoomWanted }
    }
    connection.run()
    state.withLock { state in
      state.totals.add(socket.counters)
      state.sockets[socket.number] = nil
      state.ownThreads[socket.number] = nil
      state.finished.append(socket.number)
    }
    configuration.onClose?(socket.number)
    places.signal()
  }
}

extension LoopbackServer.Statistics {
  mutating func add(_ counters: ConnectionSocket.Counters) {
    requests += counters.requests
    bytesReceived += counters.bytesReceived
    bytesSent += counters.bytesSent
  }
}
