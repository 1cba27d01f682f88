import NetworkingFoundation

/// The faults in a response, grouped by the part of the code that applies them.
struct FaultPlan {
  /// A position in a response: the part (0: head, 1: body, 2: after both) and the byte offset in that part.
  struct Position: Comparable {
    var part: Int
    var offset: Int

    static func < (left: Position, right: Position) -> Bool {
      (left.part, left.offset) < (right.part, right.offset)
    }
  }

  enum Action: Equatable {
    case delay(Duration)
    case end(ConnectionEnd)
    case stall
  }

  struct Checkpoint {
    let position: Position
    let action: Action
  }

  struct Pace {
    let bytes: Int
    let interval: Duration
  }

  struct Replacement {
    let bytes: Data
    let keepsOpen: Bool
  }

  private(set) var checkpoints: [Checkpoint] = []
  private(set) var headPace: Pace?
  private(set) var bodyPace: Pace?
  private(set) var lengthError: Int?
  private(set) var badChunk: Fault.BadChunk?
  private(set) var extraFields: [ServerHeaders.Field] = []
  private(set) var hasEndlessHead = false
  private(set) var hasInfiniteBody = false
  private(set) var replacement: Replacement?
  private(set) var interimStatuses: [Int] = []
  private(set) var interimHeaders = ServerHeaders()

  init(_ fault: Fault) {
    add(fault)
    // Faults at the same position stay in their original order.
    checkpoints = checkpoints.enumerated()
      .sorted { ($0.element.position, $0.offset) < ($1.element.position, $1.offset) }
      .map(\.element)
  }

  private mutating func add(_ fault: Fault) {
    switch fault {
    case .delay(let duration, let point): addCheckpoint(point, .delay(duration))
    case .close(let point): addCheckpoint(point, .end(.closing))
    case .reset(let point): addCheckpoint(point, .end(.resetting))
    case .stall(let point): addCheckpoint(point, .stall)
    case .trickle(let bytes, let interval, let part):
      let pace = Pace(bytes: max(1, bytes), interval: interval)
      if part != .body { headPace = pace }
      if part != .head { bodyPace = pace }
    case .wrongContentLength(let error): lengthError = error
    case .badChunk(let kind): badChunk = kind
    case .oversizedHeader(let bytes):
      extraFields.append(.init("X-Oversized", String(repeating: "o", count: max(0, bytes))))
    case .manyHeaders(let count):
      for number in 0..<max(0, count) { extraFields.append(.init("X-Many-\(number)", "\(number)")) }
    case .endlessHead: hasEndlessHead = true
    case .infiniteBody: hasInfiniteBody = true
    case .garbage(let bytes): replacement = Replacement(bytes: Self.garbage(bytes), keepsOpen: false)
    case .raw(let bytes, let keepsOpen): replacement = Replacement(bytes: bytes, keepsOpen: keepsOpen)
    case .informational(let statuses, let headers):
      interimStatuses += statuses
      interimHeaders = headers
    case .combined(let faults): for fault in faults { add(fault) }
    }
  }

  private mutating func addCheckpoint(_ point: Fault.Point, _ action: Action) {
    let position =
      switch point {
      case .beforeHead: Position(part: 0, offset: 0)
      case .insideHead(let bytes): Position(part: 0, offset: max(0, bytes))
      case .afterHead: Position(part: 1, offset: 0)
      case .insideBody(let bytes): Position(part: 1, offset: max(0, bytes))
      case .afterBody: Position(part: 2, offset: 0)
      }
    checkpoints.append(Checkpoint(position: position, action: action))
  }

  // Returns bytes from a linear congruential generator; the first byte can't begin a status line.
  private static func garbage(_ count: Int) -> Data {
    guard count > 0 else { return Data() }
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    var bytes = (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 56)
    }
    bytes[0] = 0x15
    return Data(bytes)
  }
}
