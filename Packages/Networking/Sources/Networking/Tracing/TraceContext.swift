/// A request's position in a distributed trace (W3C Trace Context), stored in the request's context.
///
/// ```swift
/// // Continues the trace of a request that a server has received.
/// request.context[TraceContext.self] = TraceContext(traceparent: header)
/// ```
///
/// ``RequestTracer`` sends it as `traceparent` and `tracestate`.
public struct TraceContext: Sendable, Hashable, MessageContextKey {
  /// The trace's identifier: 32 hexadecimal digits in lower case.
  public let traceID: String
  /// The span's identifier: 16 hexadecimal digits in lower case.
  public let spanID: String
  /// Whether the trace's spans are recorded.
  public let isSampled: Bool
  /// The value of `tracestate`, if any, which is passed on unchanged.
  public let state: String?

  private init(traceID: String, spanID: String, isSampled: Bool, state: String?) {
    self.traceID = traceID
    self.spanID = spanID
    self.isSampled = isSampled
    self.state = state
  }

  /// Creates a context from header fields; `nil` if `traceparent` is invalid (W3C Trace Context, section 3.2).
  ///
  /// A `tracestate` with more than 512 characters or with control characters is dropped.
  public init?(traceparent: String, tracestate: String? = nil) {
    let parts = traceparent.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count >= 4, Self.isHexadecimal(parts[0], count: 2), parts[0] != "ff",
      // Later versions of the format may append parts.
      parts.count == 4 || parts[0] != "00",
      Self.isHexadecimal(parts[1], count: 32), parts[1].contains(where: { $0 != "0" }),
      Self.isHexadecimal(parts[2], count: 16), parts[2].contains(where: { $0 != "0" }),
      Self.isHexadecimal(parts[3], count: 2), let flags = UInt8(parts[3], radix: 16)
    else { return nil }
    let isUsable = tracestate.map { state in
      !state.isEmpty && state.utf8.count <= 512 && state.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }
    self.init(
      traceID: String(parts[1]),
      spanID: String(parts[2]),
      isSampled: flags & 1 == 1,
      state: isUsable == true ? tracestate : nil
    )
  }

  /// Creates the context for a new trace with random identifiers.
  public static func random(isSampled: Bool = true) -> TraceContext {
    TraceContext(
      traceID: digits(of: .random(in: 1 ... .max)) + digits(of: .random(in: 1 ... .max)),
      spanID: digits(of: .random(in: 1 ... .max)),
      isSampled: isSampled,
      state: nil
    )
  }

  /// Returns the context for a new span in the same trace.
  public func child() -> TraceContext {
    TraceContext(
      traceID: traceID,
      spanID: Self.digits(of: .random(in: 1 ... .max)),
      isSampled: isSampled,
      state: state
    )
  }

  /// The value of the `traceparent` field.
  public var traceparent: String { "00-\(traceID)-\(spanID)-\(isSampled ? "01" : "00")" }

  private static func isHexadecimal(_ text: Substring, count: Int) -> Bool {
    text.utf8.count == count
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  private static func digits(of number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
