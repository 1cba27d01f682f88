import NetworkingFoundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

final class ResponseTransmitter {
  let outlet: ResponseOutlet
  private let sendsDate: Bool
  private var date = DateField()
  private var output: [UInt8] = []
  // The last status that was sent, if any.
  private(set) var sentStatus: Int?

  /// The maximum size, in bytes, of a body that is copied after the head, so that one call sends both.
  private static let copiedBody = 16_384
  private static let fileBlock = 262_144

  init(socket: ConnectionSocket, stop: StopSignal, sendsDate: Bool) {
    outlet = ResponseOutlet(socket: socket, stop: stop)
    self.sendsDate = sendsDate
    output.reserveCapacity(1_024)
  }

  /// Sends a response (`head` is `nil` for a malformed request); returns whether the connection can continue.
  func send(_ response: ServerResponse, to head: RequestHead?, mustClose: Bool) throws(ConnectionEnd) -> Bool {
    let faults = response.fault.map(FaultPlan.init)
    sentStatus = nil
    outlet.begin(faults)
    if let delay = response.delay { try outlet.pause(for: delay) }
    if let faults {
      try sendInterim(faults)
      if let replacement = faults.replacement { return try sendReplacement(replacement) && !mustClose }
    }
    let plan = encode(response, head, faults, mustClose)
    sentStatus = plan.status
    if faults == nil, case .bytes(let data) = plan.content {
      try sendWhole(data)
      return plan.keepsAlive
    }
    _ = try sendOutput()
    if let faults, faults.hasEndlessHead { try sendEndlessHead() }
    try outlet.beginBody()
    try sendBody(plan)
    try outlet.finish()
    return plan.keepsAlive && !plan.endsUnannounced
  }

  func sendUpgrade(_ response: ServerResponse) throws(ConnectionEnd) {
    outlet.begin(nil)
    if let delay = response.delay { try outlet.pause(for: delay) }
    output.removeAll(keepingCapacity: true)
    ResponseHeadEncoder.appendInterim(response.status, response.headers, to: &output)
    try outlet.sendInterim(output)
    sentStatus = response.status
  }

  // MARK: Heads

  // Plans a response and encodes its head; an error response replaces a response with a malformed head.
  private func encode(
    _ response: ServerResponse,
    _ head: RequestHead?,
    _ faults: FaultPlan?,
    _ mustClose: Bool
  ) -> ResponsePlan {
    let plan = ResponsePlan(response, to: head, faults: faults, mustClose: mustClose)
    if sendsDate { date.refresh() }
    output.removeAll(keepingCapacity: true)
    let isComplete = !(faults?.hasEndlessHead ?? false)
    let malformed = ResponseHeadEncoder.append(plan, date: sendsDate ? date : nil, isComplete: isComplete, to: &output)
    guard let malformed else { return plan }
    let name = malformed.filter { $0.isLetter || $0.isNumber || $0 == "-" }
    let refusal = ServerResponse.text("The handler's header field '\(name)' is malformed.", status: 500)
    output.removeAll(keepingCapacity: true)
    let substitute = ResponsePlan(refusal, to: head, faults: nil, mustClose: mustClose)
    _ = ResponseHeadEncoder.append(substitute, date: nil, isComplete: true, to: &output)
    return substitute
  }

  private func sendInterim(_ faults: FaultPlan) throws(ConnectionEnd) {
    for status in faults.interimStatuses {
      output.removeAll(keepingCapacity: true)
      ResponseHeadEncoder.appendInterim(status, faults.interimHeaders, to: &output)
      try outlet.sendInterim(output)
    }
  }

  private func sendOutput() throws(ConnectionEnd) -> Bool {
    var isComplete = false
    try output.withBytes { (bytes) throws(ConnectionEnd) in isComplete = try outlet.sendHead(bytes, body: nil) }
    return isComplete
  }

  private func sendEndlessHead() throws(ConnectionEnd) {
    var number = 0
    while true {
      var lines: [UInt8] = []
      for _ in 0..<64 {
        number += 1
        lines.append(contentsOf: "X-Endless-\(number): \(number)\r\n".utf8)
      }
      try lines.withBytes { (bytes) throws(ConnectionEnd) in try outlet.send(bytes) }
    }
  }

  private func sendReplacement(_ replacement: FaultPlan.Replacement) throws(ConnectionEnd) -> Bool {
    try replacement.bytes.withBytes { (bytes) throws(ConnectionEnd) in try outlet.send(bytes) }
    try outlet.beginBody()
    try outlet.finish()
    return replacement.keepsOpen
  }

  // MARK: Bodies

  // Sends a response without faults: head and body in one system call, if possible.
  private func sendWhole(_ data: Data) throws(ConnectionEnd) {
    if data.count <= Self.copiedBody {
      data.withUnsafeBytes { output.append(contentsOf: $0) }
      _ = try sendOutput()
    } else {
      try data.withBytes { (body) throws(ConnectionEnd) in
        try output.withBytes { (head) throws(ConnectionEnd) in _ = try outlet.sendHead(head, body: body) }
      }
    }
  }

  private func sendBody(_ plan: ResponsePlan) throws(ConnectionEnd) {
    var framing = BodyFraming(isChunked: plan.isChunked, fault: plan.badChunk)
    switch plan.content {
    case .none: return
    case .bytes(let data):
      try data.withBytes { (bytes) throws(ConnectionEnd) in
        if !bytes.isEmpty { try framing.send(bytes, to: outlet) }
      }
    case .file(let file, let range): try sendFile(file, range, &framing)
    case .endless(let block):
      while true { try block.withBytes { (bytes) throws(ConnectionEnd) in try framing.send(bytes, to: outlet) } }
    case .stream(let write):
      // An intentionally wrong length doesn't limit the closure's writes.
      let promised = plan.isChunked ? nil : plan.actualLength
      var writer = BodyWriter(outlet: outlet, framing: framing, promised: promised)
      do { try write(&writer) } catch { throw outlet.end ?? .closing }
      if let end = outlet.end { throw end }
      try writer.finish()
      return
    }
    try framing.finish(to: outlet)
  }

  private func sendFile(_ file: OpenFile, _ range: Range<Int>, _ framing: inout BodyFraming) throws(ConnectionEnd) {
    var block = [UInt8](repeating: 0, count: min(range.count, Self.fileBlock))
    var offset = range.lowerBound
    while offset < range.upperBound {
      let wanted = min(block.count, range.upperBound - offset)
      let count = block.withUnsafeMutableBytes { bytes in
        file.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[..<wanted]), at: offset)
      }
      // The file is now shorter than the length that the head announced.
      guard count > 0 else { throw .closing }
      try block.withBytes { (bytes) throws(ConnectionEnd) in
        try framing.send(UnsafeRawBufferPointer(rebasing: bytes[..<count]), to: outlet)
      }
      offset += count
    }
  }
}

final class OpenFile {
  let size: Int
  private let descriptor: Int32

  /// Opens a regular file; throws 404 if no such file exists, 403 if it can't be read, otherwise 500.
  init(path: String) throws(FileFailure) {
    // Without O_NONBLOCK, opening a named pipe would wait for a writer.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      switch errno {
      case ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG: throw FileFailure(status: 404)
      case EACCES, EPERM: throw FileFailure(status: 403)
      default: throw FileFailure(status: 500)
      }
    }
    var information = stat()
    let isKnown = fstat(descriptor, &information) == 0
    guard isKnown, information.st_mode & S_IFMT == S_IFREG else {
      SystemCalls.closeDescriptor(descriptor)
      throw FileFailure(status: isKnown ? 404 : 500)
    }
    self.descriptor = descriptor
    size = Int(information.st_size)
  }

  deinit {
    SystemCalls.closeDescriptor(descriptor)
  }

  /// Reads at an offset; returns fewer bytes than requested only at the end of the file, and 0 after an error.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
    while true {
      let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
      if count >= 0 { return count }
      if errno != EINTR { return 0 }
    }
  }
}

struct FileFailure: Error {
  let status: Int
}
