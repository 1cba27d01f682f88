public import NetworkingFoundation

/// The reason a streamed body can't be written.
public enum BodyWriterError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The client disconnected, or a fault ended the connection.
  case connectionClosed
  /// The server is stopping.
  case serverStopped
  /// The closure wrote more bytes than the response declared.
  case lengthExceeded(promised: Int)

  /// A sentence that describes the error.
  public var description: String {
    switch self {
    case .connectionClosed: "The client has disconnected; nothing more can be sent."
    case .serverStopped: "The server is stopping; nothing more can be sent."
    case .lengthExceeded(let promised):
      "The body is longer than the declared \(promised) bytes. Declare the correct length, or no length."
    }
  }
}

/// A writer for the body of a `.stream` response, available while the response's closure runs.
///
/// Writes send their bytes immediately, wait while the client isn't reading, and throw if the connection has ended.
public struct BodyWriter {
  private let outlet: ResponseOutlet
  private var framing: BodyFraming
  package private(set) var bytesWritten = 0
  private let promised: Int?

  init(outlet: ResponseOutlet, framing: BodyFraming, promised: Int?) {
    self.outlet = outlet
    self.framing = framing
    self.promised = promised
  }

  package mutating func write(_ bytes: UnsafeRawBufferPointer) throws(BodyWriterError) {
    guard !bytes.isEmpty else { return }
    if let promised, bytes.count > promised - bytesWritten { throw .lengthExceeded(promised: promised) }
    do throws(ConnectionEnd) {
      try framing.send(bytes, to: outlet)
    } catch {
      throw error == .stopped ? .serverStopped : .connectionClosed
    }
    bytesWritten += bytes.count
  }

  /// Sends bytes; waits while the client isn't reading.
  public mutating func write(_ data: Data) throws(BodyWriterError) {
    try data.withBytes { (bytes) throws(BodyWriterError) in try write(bytes) }
  }

  package mutating func write(_ bytes: [UInt8]) throws(BodyWriterError) {
    try bytes.withBytes { (bytes) throws(BodyWriterError) in try write(bytes) }
  }

  /// Sends text as UTF-8.
  public mutating func write(_ text: String) throws(BodyWriterError) {
    try Array(text.utf8).withBytes { (bytes) throws(BodyWriterError) in try write(bytes) }
  }

  /// Waits without blocking `stop()`; throws early if the client disconnects or the server stops.
  public func wait(for duration: Duration) throws(BodyWriterError) {
    do throws(ConnectionEnd) {
      try outlet.pause(for: duration)
    } catch {
      throw error == .stopped ? .serverStopped : .connectionClosed
    }
  }

  /// Ends the body with the last chunk, or closes the connection if fewer bytes were written than declared.
  mutating func finish() throws(ConnectionEnd) {
    if let promised, bytesWritten < promised { throw .closing }
    try framing.finish(to: outlet)
  }
}

struct BodyFraming {
  private let isChunked: Bool
  private var fault: Fault.BadChunk?
  private var lines: [UInt8] = []

  /// Creates a writer for plain bytes or chunks (RFC 9112, section 7.1).
  init(isChunked: Bool, fault: Fault.BadChunk? = nil) {
    self.isChunked = isChunked
    self.fault = fault
  }

  mutating func send(_ bytes: UnsafeRawBufferPointer, to outlet: ResponseOutlet) throws(ConnectionEnd) {
    guard isChunked else {
      try outlet.send(bytes)
      return
    }
    lines.removeAll(keepingCapacity: true)
    lines.append(contentsOf: sizeLine(bytes.count).utf8)
    lines.append(contentsOf: "\r\n".utf8)
    // A chunk up to this size is copied and sent in one system call.
    if bytes.count <= 32_768 {
      lines.append(contentsOf: bytes)
      lines.append(contentsOf: terminator.utf8)
      try sendLines(to: outlet)
    } else {
      try sendLines(to: outlet)
      try outlet.send(bytes)
      lines.removeAll(keepingCapacity: true)
      lines.append(contentsOf: terminator.utf8)
      try sendLines(to: outlet)
    }
    switch fault {
    case .missingLastChunk, .malformedTrailer, nil: break
    case .sizeTooLarge: throw .closing
    default: fault = .missingLastChunk
    }
  }

  mutating func finish(to outlet: ResponseOutlet) throws(ConnectionEnd) {
    guard isChunked else { return }
    lines.removeAll(keepingCapacity: true)
    switch fault {
    case .malformedTrailer: lines.append(contentsOf: "0\r\nthis is no field\r\n\r\n".utf8)
    case nil: lines.append(contentsOf: "0\r\n\r\n".utf8)
    default: throw .closing
    }
    try sendLines(to: outlet)
    if fault != nil { throw .closing }
  }

  private func sizeLine(_ count: Int) -> String {
    switch fault {
    case .malformedSize: "zz"
    case .negativeSize: "-\(String(count, radix: 16))"
    case .overflowingSize: "fffffffffffffffff"
    case .sizeTooLarge: String(count + 16, radix: 16)
    case .sizeTooSmall: String(max(1, count - 1), radix: 16)
    default: String(count, radix: 16)
    }
  }

  private var terminator: String { fault == .missingTerminator ? "XX" : "\r\n" }

  private func sendLines(to outlet: ResponseOutlet) throws(ConnectionEnd) {
    try lines.withBytes { (bytes) throws(ConnectionEnd) in try outlet.send(bytes) }
  }
}

extension ContiguousBytes {
  func withBytes<Failure: Error>(_ body: (UnsafeRawBufferPointer) throws(Failure) -> Void) throws(Failure) {
    var failure: Failure?
    withUnsafeBytes { bytes in
      do throws(Failure) { try body(bytes) } catch { failure = error }
    }
    if let failure { throw failure }
  }
}
