/// How long the phases of one request may last; `nil` is no limit.
public struct Timeouts: Sendable, Hashable {
  /// The wait for a slot of a ``RequestScheduler`` while its host's queue doesn't move.
  ///
  /// A queue moves when one of its requests gets a slot. The wait in a long queue that moves has no limit.
  public var queue: Duration?
  /// From the start until the connection stands: name look-up, TCP and TLS.
  public var connect: Duration?
  /// Until the head of the answer is there: from the start, or, of a request with content, from the last byte that was sent.
  public var firstByte: Duration?
  /// Between two pieces of a body: of the answer's while the reader waits for them, of the request's while the other side does not take them.
  public var idle: Duration?
  /// From the start until the last byte of the answer.
  public var total: Duration?

  /// Makes limits; the defaults suit services that answer with documents.
  public init(
    queue: Duration? = .seconds(60),
    connect: Duration? = .seconds(10),
    firstByte: Duration? = .seconds(30),
    idle: Duration? = .seconds(30),
    total: Duration? = nil
  ) {
    self.queue = queue
    self.connect = connect
    self.firstByte = firstByte
    self.idle = idle
    self.total = total
  }

  /// One limit over everything.
  public static func total(_ limit: Duration) -> Timeouts {
    Timeouts(queue: nil, connect: nil, firstByte: nil, idle: nil, total: limit)
  }
}
