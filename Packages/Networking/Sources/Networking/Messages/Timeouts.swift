/// How long the phases of one request may last; `nil` is no limit.
public struct Timeouts: Sendable, Hashable {
  /// From the start until the connection stands: name look-up, TCP and TLS.
  public var connect: Duration?
  /// From the start until the head of the answer is there.
  public var firstByte: Duration?
  /// Between two pieces of the answer's body, while the reader waits for them.
  public var idle: Duration?
  /// From the start until the last byte of the answer.
  public var total: Duration?

  /// Makes limits; the defaults suit services that answer with documents.
  public init(
    connect: Duration? = .seconds(10),
    firstByte: Duration? = .seconds(30),
    idle: Duration? = .seconds(30),
    total: Duration? = nil
  ) {
    self.connect = connect
    self.firstByte = firstByte
    self.idle = idle
    self.total = total
  }

  /// One limit over everything.
  public static func total(_ limit: Duration) -> Timeouts {
    Timeouts(connect: nil, firstByte: nil, idle: nil, total: limit)
  }
}
