import Foundation
import Networking

/// A transport that holds requests until the test responds.
///
/// `@unchecked Sendable`: `lock` protects all variables.
final class HeldTransport: Transport, @unchecked Sendable {
  private typealias Answer = Result<HTTPResponse, NetworkError>

  private struct Observer {
    let isSatisfied: (Int, Int) -> Bool
    let continuation: CheckedContinuation<Void, Never>
  }

  private let lock = NSLock()
  private var sent: [HTTPRequest] = []
  private var held: [Int: CheckedContinuation<Answer, Never>] = [:]
  private var ended: Set<Int> = []
  private var observers: [Observer] = []

  var requests: [HTTPRequest] { lock.withLock { sent } }
  /// The requests that have no response yet.
  var open: [Int] { lock.withLock { held.keys.sorted() } }

  func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
    let index = lock.withLock {
      sent.append(request)
      return sent.count - 1
    }
    let answer = await withTaskCancellationHandler {
      await withCheckedContinuation { hold($0, index) }
    } onCancel: {
      finish(index, .failure(.cancelled))
    }
    return try answer.get()
  }

  func answer(_ index: Int, _ response: HTTPResponse) { finish(index, .success(response)) }

  func fail(_ index: Int, _ error: NetworkError) { finish(index, .failure(error)) }

  func succeed(_ index: Int) { answer(index, HTTPResponse(status: .ok, url: requests[index].url)) }

  func waitForRequests(_ count: Int) async { await wait { held, ended in held + ended >= count } }

  /// Waits until this many requests have received a response or been cancelled.
  func waitForEnds(_ count: Int) async { await wait { _, ended in ended >= count } }

  private func wait(until isSatisfied: @escaping (Int, Int) -> Bool) async {
    await withCheckedContinuation { continuation in
      lock.withLock { observers.append(Observer(isSatisfied: isSatisfied, continuation: continuation)) }
      notify()
    }
  }

  private func hold(_ continuation: CheckedContinuation<Answer, Never>, _ index: Int) {
    let isOver = lock.withLock {
      guard !ended.contains(index) else { return true }
      held[index] = continuation
      return false
    }
    if isOver { continuation.resume(returning: .failure(.cancelled)) }
    notify()
  }

  private func finish(_ index: Int, _ answer: Answer) {
    let continuation = lock.withLock {
      ended.insert(index)
      return held.removeValue(forKey: index)
    }
    continuation?.resume(returning: answer)
    notify()
  }

  private func notify() {
    let satisfied = lock.withLock {
      let satisfied = observers.filter { $0.isSatisfied(held.count, ended.count) }
      observers.removeAll { $0.isSatisfied(held.count, ended.count) }
      return satisfied
    }
    for observer in satisfied { observer.continuation.resume() }
  }
}
