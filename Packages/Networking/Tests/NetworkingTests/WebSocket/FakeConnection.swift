import Foundation

@testable import Networking

/// A fake connection that a test controls.
final class FakeConnection: UpgradedConnection {
  struct Facts: Sendable {
    var reads = 0
    var output = Data()
    var isFull = false
    var isFinished = false
    var waitingSenders = 0
    fileprivate var input: [Data] = []
    fileprivate var isLost = false
  }

  private struct State {
    var facts = Facts()
    var reader: CheckedContinuation<Result<Data?, NetworkError>, Never>?
    var senders: [CheckedContinuation<Void, Never>] = []
    var observers: [(condition: @Sendable (Facts) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Locked(State())

  var facts: Facts { state.withLock { $0.facts } }

  // MARK: The test's side

  func push(_ bytes: Data) {
    change { state in
      guard let reader = state.reader else {
        state.facts.input.append(bytes)
        return {}
      }
      state.reader = nil
      return { reader.resume(returning: .success(bytes)) }
    }
  }

  func push(_ message: WebSocketMessage) { push(WebSocketEncoder(role: .server).message(message) ?? Data()) }

  func lose() {
    change { state in
      state.facts.isLost = true
      defer { state.reader = nil }
      let reader = state.reader
      return { reader?.resume(returning: .failure(.connectionLost(.beforeResponse, origin: "http://host"))) }
    }
  }

  func setFull(_ isFull: Bool) {
    change { state in
      state.facts.isFull = isFull
      guard !isFull else { return {} }
      let senders = state.senders
      state.senders = []
      state.facts.waitingSenders = 0
      return { for sender in senders { sender.resume() } }
    }
  }

  func wait(until condition: @escaping @Sendable (Facts) -> Bool) async {
    await withCheckedContinuation { continuation in
      let holds = state.withLock { state in
        if !condition(state.facts) { state.observers.append((condition, continuation)) }
        return condition(state.facts)
      }
      if holds { continuation.resume() }
    }
  }

  /// The events decoded from the bytes sent.
  var sent: [WebSocketDecoder.Event] { decode(facts.output, as: .server, limits: WebSocketLimits()) { .max }.events }

  func waitForSent(_ count: Int) async {
    await wait { facts in decode(facts.output, as: .server, limits: WebSocketLimits()) { .max }.events.count >= count }
  }

  private func change(_ body: (inout State) -> (() -> Void)) {
    let (action, observers) = state.withLock { state in
      let action = body(&state)
      let facts = state.facts
      let satisfied = state.observers.filter { $0.condition(facts) }.map(\.continuation)
      state.observers.removeAll { $0.condition(facts) }
      return (Action(run: action), satisfied)
    }
    action.run()
    for observer in observers { observer.resume() }
  }

  /// A resumption; `@unchecked Sendable`, because only continuations are captured, and each is resumed once.
  private struct Action: @unchecked Sendable { let run: () -> Void }

  // MARK: The socket's side

  func read() async throws(NetworkError) -> Data? {
    let result: Result<Data?, NetworkError> = await withCheckedContinuation { continuation in
      change { state in
        state.facts.reads += 1
        if !state.facts.input.isEmpty {
          let bytes = state.facts.input.removeFirst()
          return { continuation.resume(returning: .success(bytes)) }
        }
        if state.facts.isLost {
          return { continuation.resume(returning: .failure(.connectionLost(.beforeResponse, origin: "http://host"))) }
        }
        if state.facts.isFinished { return { continuation.resume(returning: .success(nil)) } }
        state.reader = continuation
        return {}
      }
    }
    return try result.get()
  }

  func write(_ bytes: Data) {
    change { state in
      if !state.facts.isFinished { state.facts.output += bytes }
      return {}
    }
  }

  var unsentBytes: Int { facts.isFull ? 1 << 20 : 0 }

  func waitForSpace() async throws(NetworkError) {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        change { state in
          guard state.facts.isFull, !Task.isCancelled else { return { continuation.resume() } }
          state.senders.append(continuation)
          state.facts.waitingSenders += 1
          return {}
        }
      }
    } onCancel: {
      setFull(false)
    }
    if Task.isCancelled { throw .cancelled }
  }

  func finish() {
    change { state in
      state.facts.isFinished = true
      defer { state.reader = nil }
      let reader = state.reader
      return { reader?.resume(returning: .success(nil)) }
    }
  }
}

extension WebSocket {
  convenience init(
    on connection: FakeConnection,
    firstBytes: Data = Data(),
    options: WebSocketOptions = .withoutPings
  ) {
    let socket = UpgradedSocket(connection: connection, firstBytes: firstBytes, agreement: WebSocketAgreement())
    self.init(socket, url: .test("http://host/path?secret=1"), options: options) { JSONDecoder() }
  }
}

extension WebSocketOptions {
  static var withoutPings: WebSocketOptions {
    var options = WebSocketOptions()
    options.keepAlive = nil
    return options
  }
}
