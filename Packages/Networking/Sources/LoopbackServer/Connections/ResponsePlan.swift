import NetworkingFoundation

/// The response as sent: its status, its framing and the requested part of the body.
struct ResponsePlan {
  enum Content {
    case none
    case bytes(Data)
    case file(OpenFile, Range<Int>)
    case stream(@Sendable (inout BodyWriter) throws -> Void)
    case endless(Data)
  }

  var status: Int
  var reason: String?
  var headers: ServerHeaders
  var ownFields: [ServerHeaders.Field] = []
  var content: Content
  var declaredLength: Int?
  /// The body's length; `nil` if it is unknown.
  var actualLength: Int?
  var isChunked = false
  var keepsAlive: Bool
  /// Whether the head says that the connection stays open, as HTTP/1.0 clients expect.
  var announcesKeepAlive: Bool
  var badChunk: Fault.BadChunk?
  /// Whether the connection closes after the body although the head doesn't say so.
  var endsUnannounced = false

  /// Creates the plan for a response that isn't replaced by a fault; `head` is `nil` for a malformed request.
  init(_ response: ServerResponse, to head: RequestHead?, faults: FaultPlan?, mustClose: Bool) {
    let (response, file) = Self.resolve(response)
    status = response.status
    reason = response.reason
    headers = response.headers
    keepsAlive = !mustClose && (head?.keepsAlive ?? false)
    announcesKeepAlive = keepsAlive && head?.minorVersion == 0
    content = .none
    if keepsAlive, Self.asksToClose(headers) { keepsAlive = false }

    switch response.body {
    case .bytes(let data):
      content = .bytes(data)
      actualLength = data.count
    case .file:
      if let file {
        content = .file(file, 0..<file.size)
        actualLength = file.size
        ownFields.append(.init("Accept-Ranges", "bytes"))
      }
    case .stream(let length, let write):
      content = .stream(write)
      actualLength = length.map { max(0, $0) }
    }
    if response.servesRanges, status == 200, let head { applyRange(of: head) }
    declaredLength = actualLength
    frame(for: head)
    if let faults { apply(faults, isHead: head?.isHeadMethod ?? false, minorVersion: head?.minorVersion ?? 1) }
  }

  // Opens a response's file; returns an error response if that fails.
  private static func resolve(_ response: ServerResponse) -> (ServerResponse, OpenFile?) {
    guard (200...999).contains(response.status) else {
      return (.text("The handler returned the invalid status \(response.status).", status: 500), nil)
    }
    guard case .file(let path) = response.body else { return (response, nil) }
    do throws(FileFailure) {
      return (response, try OpenFile(path: path))
    } catch {
      return (.text("The file cannot be served.", status: error.status), nil)
    }
  }

  private static func asksToClose(_ headers: ServerHeaders) -> Bool {
    headers.values(of: "Connection").contains { value in
      value.split(whereSeparator: ", \t".contains).contains { String($0).equalsIgnoringCase("close") }
    }
  }

  private mutating func applyRange(of head: RequestHead) {
    guard let size = actualLength, let field = ServerHeaders(head: head)["Range"], head.isGetMethod,
      !headers.contains("Content-Range"), meetsIfRange(head)
    else { return }
    if case .stream = content { return }
    switch ByteRange(field: field, size: size) {
    case .whole: return
    case .unsatisfiable:
      status = 416
      reason = nil
      content = .bytes(Data())
      actualLength = 0
      ownFields.append(.init("Content-Range", "bytes */\(size)"))
    case .part(let range):
      status = 206
      reason = nil
      actualLength = range.count
      ownFields.append(.init("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)"))
      switch content {
      case .bytes(let data): content = .bytes(data.dropFirst(range.lowerBound).prefix(range.count))
      case .file(let file, _): content = .file(file, range)
      default: break
      }
    }
  }

  // Returns whether `If-Range` is absent or matches the current version (RFC 9110, section 13.1.5).
  private func meetsIfRange(_ head: RequestHead) -> Bool {
    guard let condition = ServerHeaders(head: head)["If-Range"] else { return true }
    if condition.hasPrefix("W/") { return false }
    return condition == headers["ETag"] || condition == headers["Last-Modified"]
  }

  // Selects the body's framing (RFC 9112, section 6).
  private mutating func frame(for head: RequestHead?) {
    if status == 204 {
      content = .none
      declaredLength = nil
      return
    }
    let isHead = head?.isHeadMethod ?? false
    if status == 304 || isHead {
      if let given = headers["Content-Length"].flatMap({ Int($0) }) {
        declaredLength = max(0, given)
      } else if status == 304 {
        declaredLength = nil
      } else if declaredLength == nil {
        isChunked = head?.minorVersion != 0
      }
      content = .none
      return
    }
    guard declaredLength == nil else { return }
    if head?.minorVersion == 0 { keepsAlive = false } else { isChunked = true }
  }

  private mutating func apply(_ faults: FaultPlan, isHead: Bool, minorVersion: Int) {
    for field in faults.extraFields { headers.add(field.name, field.value) }
    if let error = faults.lengthError {
      declaredLength = max(0, (actualLength ?? 0) + error)
      isChunked = false
      if error > 0 { endsUnannounced = !isHead }
    }
    guard !isHead, status != 204, status != 304 else { return }
    if let kind = faults.badChunk {
      badChunk = kind
      isChunked = true
      declaredLength = nil
      if case .bytes(let data) = content, data.isEmpty { content = .bytes(Data("a body in chunks".utf8)) }
    }
    if faults.hasInfiniteBody {
      var pattern = Data("without end ".utf8)
      if case .bytes(let data) = content, !data.isEmpty { pattern = data }
      var block = Data()
      while block.count < 16_384 { block.append(pattern) }
      content = .endless(block)
      declaredLength = nil
      isChunked = minorVersion != 0
    }
  }
}

/// The `Range` field in a request (RFC 9110, section 14.2), limited to a single byte range.
enum ByteRange: Equatable {
  case whole
  case part(Range<Int>)
  case unsatisfiable

  /// Parses the field; malformed fields, other units and multiple ranges count as `whole`, as the RFC permits.
  init(field: String, size: Int) {
    let bytes = field.utf8
    guard let equals = bytes.firstIndex(of: 0x3D),
      String(field[..<equals]).equalsIgnoringCase("bytes")
    else {
      self = .whole
      return
    }
    let spec = bytes[bytes.index(after: equals)...].filter { !FieldSyntax.isBlank($0) }
    guard let dash = spec.firstIndex(of: 0x2D),
      let first = Self.position(spec[..<dash]),
      let last = Self.position(spec[(dash + 1)...])
    else {
      self = .whole
      return
    }
    self = Self.resolve(first: first, last: last, size: size)
  }

  private static func resolve(first: Int?, last: Int?, size: Int) -> ByteRange {
    switch (first, last) {
    case (nil, nil): return .whole
    case (nil, let length?):
      // A suffix range: the last `length` bytes.
      guard length > 0, size > 0 else { return .unsatisfiable }
      return .part(max(0, size - length)..<size)
    case (let first?, let last):
      if let last, last < first { return .whole }
      guard first < size else { return .unsatisfiable }
      return .part(first..<(min(last ?? .max, size - 1) + 1))
    }
  }

  // Parses a number; returns `.some(nil)` for an empty string and `nil` for anything but digits.
  private static func position(_ digits: ArraySlice<UInt8>) -> Int?? {
    if digits.isEmpty { return .some(nil) }
    var result = 0
    for byte in digits {
      guard byte >= 0x30, byte <= 0x39 else { return nil }
      let (product, overflow) = result.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(Int(byte - 0x30))
      result = overflow || carry || result == .max ? .max : sum
    }
    return .some(result)
  }
}
