import Dispatch
import Foundation
import Testing

@testable import Terminal

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

@Suite("Input reader")
struct InputReaderTests {
  /// The delivered input.
  ///
  /// `@unchecked Sendable` is correct because the condition protects `bytes`.
  private final class Inbox: @unchecked Sendable {
    private let condition = NSCondition()
    private var bytes: [UInt8] = []

    func add(_ event: DeviceEvent) {
      guard case .input(let bytes) = event else { return }
      condition.withLock {
        self.bytes += bytes
        condition.signal()
      }
    }

    /// Returns the input after at least `count` bytes have arrived.
    func bytes(atLeast count: Int) -> [UInt8] {
      condition.withLock {
        while bytes.count < count { condition.wait() }
        return bytes
      }
    }
  }

  /// The maximum number of unhandled bytes with which reading continues.
  private static let limit = 65_536
  /// The maximum size of a single read, in bytes.
  private static let chunk = 16_384

  private let inbox = Inbox()
  private let queue = DispatchQueue(label: "input")

  /// Returns the ends of a pipe to which a thread writes all bytes.
  private func source(of bytes: [UInt8]) throws -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    let writing = ends[1]
    Thread {
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(writing, $0.baseAddress, $0.count) }
        guard count > 0 else { break }
        rest = rest.dropFirst(count)
      }
    }
    .start()
    return (ends[0], writing)
  }

  /// Returns all input after reading has paused, or after all of it has arrived.
  private func pausedInput(handled: Int, total: Int) -> [UInt8] {
    let count = min(handled + Self.limit + 1, total)
    _ = inbox.bytes(atLeast: count)
    // The reader pauses in the same block that delivers the input.
    queue.sync {}
    return inbox.bytes(atLeast: count)
  }

  @Test("reads only a bounded amount ahead while the app is blocked, and the rest later")
  func readsAhead() throws {
    // Given: more input than the reader may read ahead
    let bytes = (0..<1 << 20).map { UInt8(truncatingIfNeeded: $0 / 3) }
    let ends = try source(of: bytes)
    let reader = InputReader(ends.reading, on: queue) { [inbox] in inbox.add($0) }
    // When: the app handles input only after reading has paused
    var handled = 0
    var received: [UInt8] = []
    while handled < bytes.count {
      received = pausedInput(handled: handled, total: bytes.count)
      // Then
      #expect(received.count - handled <= Self.limit + Self.chunk)
      reader.didTake(received.count - handled)
      handled = received.count
    }
    #expect(received == bytes)
    reader.cancel()
    close(ends.reading)
    close(ends.writing)
  }

  @Test("leaves the rest of the input in the terminal when it stops while paused")
  func stopsWhilePaused() throws {
    // Given: a paused reader
    let total = Self.limit + 2 * Self.chunk
    let ends = try source(of: [UInt8](repeating: 0x70, count: total))
    let reader = InputReader(ends.reading, on: queue) { [inbox] in inbox.add($0) }
    let received = pausedInput(handled: 0, total: total)
    // When
    reader.cancel()
    reader.didTake(received.count)
    queue.sync {}
    // Then
    #expect(inbox.bytes(atLeast: 0) == received)
    var rest = total - received.count
    #expect(rest > 0)
    while rest > 0 { rest -= try #require(try SystemCall.readSome(ends.reading)).count }
    close(ends.reading)
    close(ends.writing)
  }
}
