import Dispatch
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The output of a process, which is read as soon as it is written and wakes the tests that wait for it.
///
/// `@unchecked Sendable`: `lock` guards all mutable state except `isAtEnd`, which only `queue` changes.
final class ProgramOutput: @unchecked Sendable {
  private let descriptor: Int32
  private let queue = DispatchQueue(label: "program output")
  private let source: any DispatchSourceRead
  private let lock = NSLock()
  private var received: [UInt8] = []
  private var isAtEnd = false
  private var isComplete = false
  private var waiters: [CheckedContinuation<Void, Never>] = []

  /// Reads a pipe or a terminal, which is closed with the last reference.
  init(reading descriptor: Int32) {
    self.descriptor = descriptor
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source.setEventHandler { [weak self] in self?.read() }
    source.setCancelHandler { close(descriptor) }
    source.resume()
  }

  deinit {
    // A suspended source can't be released.
    if isAtEnd { source.resume() }
    source.cancel()
  }

  var bytes: [UInt8] { lock.withLock { received } }

  /// Returns the output since the previous call, and forgets it.
  func take() -> [UInt8] {
    lock.withLock {
      defer { received = [] }
      return received
    }
  }

  /// Reads the rest of the output after the process has ended.
  ///
  /// Other processes may still have the pipe open, so its end may never come.
  func complete() {
    queue.sync { read() }
    wake(isComplete: true)
  }

  /// Waits until a search in the output succeeds, and returns its result; `nil` if the process ends first.
  func first<Found>(_ search: ([UInt8]) -> Found?) async -> Found? {
    while true {
      let (bytes, hasEnded) = lock.withLock { (received, isComplete) }
      if let found = search(bytes) { return found }
      if hasEnded { return nil }
      await withCheckedContinuation { resume($0, afterChangeFrom: bytes.count) }
    }
  }

  private func resume(_ waiter: CheckedContinuation<Void, Never>, afterChangeFrom count: Int) {
    let hasChanged = lock.withLock {
      let hasChanged = isComplete || received.count != count
      if !hasChanged { waiters.append(waiter) }
      return hasChanged
    }
    if hasChanged { waiter.resume() }
  }

  private func read() {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = systemRead(descriptor, &buffer)
      guard count > 0 else {
        if count < 0, errno == EAGAIN { return }
        // At its end, a pipe stays readable, which would call the handler forever.
        if !isAtEnd { source.suspend() }
        isAtEnd = true
        return
      }
      lock.withLock { received += buffer[..<count] }
      wake()
    }
  }

  private func wake(isComplete: Bool = false) {
    let waiters = lock.withLock {
      if isComplete { self.isComplete = true }
      defer { self.waiters = [] }
      return self.waiters
    }
    for waiter in waiters { waiter.resume() }
  }
}

private func systemRead(_ descriptor: Int32, _ buffer: inout [UInt8]) -> Int {
  read(descriptor, &buffer, buffer.count)
}
