import Dispatch

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A terminal input reader that pauses while the app is behind, so the rest of a long paste stays in the terminal.
///
/// `@unchecked Sendable` is correct because `unread` and `isSuspended` are used only on the queue, and Dispatch sources
/// are thread-safe.
final class InputReader: @unchecked Sendable {
  private let source: any DispatchSourceRead
  private let queue: DispatchQueue
  private var unread = 0
  private var isSuspended = false

  /// The maximum number of delivered but unhandled bytes; above this number, reading pauses.
  private static let limit = 65_536

  init(_ descriptor: Int32, on queue: DispatchQueue, deliver: @escaping @Sendable (DeviceEvent) -> Void) {
    self.queue = queue
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source.setEventHandler { [weak self] in self?.read(descriptor, deliver: deliver) }
    source.resume()
  }

  private func read(_ descriptor: Int32, deliver: @Sendable (DeviceEvent) -> Void) {
    do throws(TerminalError) {
      guard let bytes = try SystemCall.readSome(descriptor) else { return }
      if bytes.isEmpty { return end(with: SystemCall.isHungUp(descriptor) ? .signal(SIGHUP) : .ended, deliver) }
      unread += bytes.count
      deliver(.input(bytes))
      if unread > Self.limit {
        isSuspended = true
        source.suspend()
      }
    } catch {
      let isGone = SystemCall.isHungUp(descriptor)
      // In a background process without a shell, reading also fails with EIO (POSIX, General Terminal Interface).
      if case .system(_, EIO) = error { return end(with: isGone ? .signal(SIGHUP) : .ended, deliver) }
      end(with: .failed(error), deliver)
    }
  }

  private func end(with event: DeviceEvent, _ deliver: @Sendable (DeviceEvent) -> Void) {
    source.cancel()
    deliver(event)
  }

  /// Counts handled bytes, and resumes reading once the app has caught up.
  func didTake(_ count: Int) {
    queue.async { [self] in
      unread = max(unread - count, 0)
      if isSuspended, unread <= Self.limit { resume() }
    }
  }

  /// Stops reading.
  ///
  /// Nothing is delivered after this method returns.
  func cancel() {
    queue.sync {
      source.cancel()
      // Releasing a suspended source is an error.
      if isSuspended { resume() }
    }
  }

  private func resume() {
    isSuspended = false
    source.resume()
  }
}

/// System calls that retry after interruptions and throw descriptive errors.
enum SystemCall {
  static func message(of code: Int32) -> String {
    guard let text = strerror(code) else { return "error \(code)" }
    return String(cString: text)
  }

  static func readSome(_ descriptor: Int32) throws(TerminalError) -> [UInt8]? {
    while true {
      var code: Int32 = 0
      var count = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: 16_384) { buffer, initialized in
        count = read(descriptor, buffer.baseAddress, buffer.count)
        code = errno
        initialized = max(count, 0)
      }
      if count >= 0 { return bytes }
      switch code {
      case EINTR: continue
      case EAGAIN: return nil
      default: throw .system(operation: "reading", code: code)
      }
    }
  }

  /// Closes a file descriptor, which is invalid afterward even if an error occurs.
  static func closeDescriptor(_ descriptor: Int32) { _ = close(descriptor) }

  static func isReadable(_ descriptor: Int32, milliseconds: Int32) -> Bool {
    var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&wait, 1, milliseconds) > 0 && wait.revents & Int16(POLLIN) != 0
  }

  static func isHungUp(_ descriptor: Int32) -> Bool {
    var wait = pollfd(fd: descriptor, events: 0, revents: 0)
    return poll(&wait, 1, 0) > 0 && wait.revents & Int16(POLLHUP | POLLERR) != 0
  }
}
