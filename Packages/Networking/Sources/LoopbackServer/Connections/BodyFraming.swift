/// How the bytes of a body are marked off on the wire.
struct BodyFraming {
  private let isChunked: Bool
  private var fault: Fault.BadChunk?
  private var lines: [UInt8] = []

  /// Plain bytes, or chunks (RFC 9112, section 7.1) with perhaps a fault in them.
  init(isChunked: Bool, fault: Fault.BadChunk? = nil) {
    self.isChunked = isChunked
    self.fault = fault
  }

  /// Sends bytes, as one chunk if the body is chunked.
  mutating func send(_ bytes: UnsafeRawBufferPointer, to outlet: ResponseOutlet) throws(ConnectionEnd) {
    guard isChunked else {
      try outlet.send(bytes)
      return
    }
    lines.removeAll(keepingCapacity: true)
    lines.append(contentsOf: sizeLine(bytes.count).utf8)
    lines.append(contentsOf: "\r\n".utf8)
    // A chunk is one system call up to this size, and is not copied above it.
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

  /// Sends what ends the body.
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
