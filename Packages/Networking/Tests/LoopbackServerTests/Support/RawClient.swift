import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A TCP client for raw bytes, with a time limit for each call.
final class RawClient {
  enum Ending: Equatable, Sendable {
    case closed
    case reset
    case timedOut
  }

  struct ConnectFailure: Error {
    let number: Int32
  }

  /// The time limit for a call, in milliseconds; it only ends a test that would hang.
  private static let patience = 300_000

  private let descriptor: Int32
  private var isOpen = true
  private var buffer: [UInt8] = []

  init(port: Int, receiveBuffer: Int32? = nil) throws {
    #if canImport(Glibc)
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
    descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    if var receiveBuffer {
      setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, socklen_t(MemoryLayout<Int32>.size))
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw ConnectFailure(number: errno) }
    setTimeout(milliseconds: Self.patience)
  }

  init(unixSocket path: String) throws {
    descriptor = Self.openUnixSocket()
    guard Self.withAddress(path, { connect(descriptor, $0, $1) }) == 0 else { throw ConnectFailure(number: errno) }
    setTimeout(milliseconds: Self.patience)
  }

  /// Leaves a socket file behind, as a killed server would.
  static func abandonSocket(at path: String) throws {
    let descriptor = openUnixSocket()
    defer { systemClose(descriptor) }
    guard withAddress(path, { bind(descriptor, $0, $1) }) == 0 else { throw ConnectFailure(number: errno) }
  }

  private static func openUnixSocket() -> Int32 {
    #if canImport(Glibc)
    socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #else
    socket(AF_UNIX, SOCK_STREAM, 0)
    #endif
  }

  private static func withAddress(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8).prefix($0.count - 1)) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }

  deinit { close() }

  func setTimeout(milliseconds: Int = patience) {
    var time = timeval()
    time.tv_sec = numericCast(milliseconds / 1_000)
    time.tv_usec = numericCast(milliseconds % 1_000 * 1_000)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
  }

  /// Sends all bytes; returns `false` if the server stops accepting them.
  @discardableResult
  func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  /// Sends all bytes; returns `false` if the server stops accepting them.
  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    #if canImport(Darwin)
    let flags: Int32 = 0
    #else
    let flags = Int32(MSG_NOSIGNAL)
    #endif
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { systemSend(descriptor, $0.baseAddress, $0.count, flags) }
      if count < 0 { return false }
      sent += count
    }
    return true
  }

  @discardableResult
  func get(_ target: String, _ fields: String = "") -> Bool {
    send("GET \(target) HTTP/1.1\r\nHost: test\r\n\(fields)\r\n")
  }

  func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  func close() {
    guard isOpen else { return }
    isOpen = false
    systemClose(descriptor)
  }

  /// Reads once; returns `nil` if bytes arrived.
  private func readOnce() -> Ending? {
    var block = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &block, block.count, 0)
    if count > 0 {
      buffer.append(contentsOf: block[..<count])
      return nil
    }
    if count == 0 { return .closed }
    return errno == EAGAIN || errno == EWOULDBLOCK ? .timedOut : .reset
  }

  func readToEnd() -> (bytes: [UInt8], ending: Ending) {
    while true {
      if let ending = readOnce() {
        defer { buffer = [] }
        return (buffer, ending)
      }
    }
  }

  /// Returns the text received until the connection ends.
  func textToEnd() -> (text: String, ending: Ending) {
    let (bytes, ending) = readToEnd()
    return (String(decoding: bytes, as: UTF8.self), ending)
  }

  /// Reads this many bytes, or fewer if the connection ends or the time limit expires.
  func read(count: Int) -> [UInt8] {
    while buffer.count < count, readOnce() == nil {}
    let result = Array(buffer.prefix(count))
    buffer.removeFirst(result.count)
    return result
  }

  /// Reads once; returns an empty array if the connection ends or the time limit expires.
  func readSome() -> [UInt8] {
    if buffer.isEmpty { _ = readOnce() }
    defer { buffer = [] }
    return buffer
  }

  /// Reads through the given text; returns `nil` if the connection ends or the time limit expires first.
  func read(through mark: String) -> String? {
    let wanted = Array(mark.utf8)
    var searched = 0
    while true {
      if let end = buffer.firstEnd(of: wanted, from: max(0, searched - wanted.count)) {
        defer { buffer.removeFirst(end) }
        return String(decoding: buffer[..<end], as: UTF8.self)
      }
      searched = buffer.count
      if readOnce() != nil { return nil }
    }
  }

  /// Reads a response and joins its chunks; returns `nil` if it is incomplete.
  func readResponse(toHead isHead: Bool = false) -> RawResponse? {
    guard let head = read(through: "\r\n\r\n") else { return nil }
    var response = RawResponse(head: head)
    if isHead || response.status == 204 || response.status == 304 || response.status < 200 { return response }
    if response["Transfer-Encoding"] == "chunked" {
      while let line = read(through: "\r\n"), let size = Int(line.dropLast(1), radix: 16) {
        response.chunks.append(size)
        let data = read(count: size + 2)
        guard data.count == size + 2 else { return nil }
        if size == 0 { return response }
        response.body += data.dropLast(2)
      }
      return nil
    }
    if let length = response["Content-Length"].flatMap({ Int($0) }) {
      response.body = read(count: length)
      return response.body.count == length ? response : nil
    }
    response.body = readToEnd().bytes
    return response
  }
}

struct RawResponse {
  let head: String
  let statusLine: String
  let fields: [(name: String, value: String)]
  var body: [UInt8] = []
  var chunks: [Int] = []

  init(head: String) {
    self.head = head
    let lines = head.components(separatedBy: "\r\n").filter { !$0.isEmpty }
    statusLine = lines.first ?? ""
    fields = lines.dropFirst().map { line in
      let parts = line.split(separator: ":", maxSplits: 1)
      return (String(parts[0]), parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : "")
    }
  }

  var status: Int { Int(statusLine.split(separator: " ").dropFirst().first ?? "") ?? 0 }
  var text: String { String(decoding: body, as: UTF8.self) }

  subscript(name: String) -> String? {
    fields.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}

extension [UInt8] {
  fileprivate func firstEnd(of mark: [UInt8], from start: Int) -> Int? {
    guard count >= mark.count, let last = mark.last else { return nil }
    var index = start + mark.count - 1
    while index < count {
      if self[index] == last, self[(index + 1 - mark.count)...index].elementsEqual(mark) { return index + 1 }
      index += 1
    }
    return nil
  }
}

private func systemSend(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32) -> Int {
  send(descriptor, bytes, count, flags)
}

private func systemClose(_ descriptor: Int32) {
  close(descriptor)
}
