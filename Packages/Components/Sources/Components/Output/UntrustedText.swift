/// Text that came from outside: a name, a note, a server's message.
///
/// Keeps the text as it came, for storing and for JSON, and gives it out for people only made safe.
public struct UntrustedText: Hashable, Sendable {
  /// The text as it came.
  ///
  /// Not for a terminal.
  public let raw: String

  /// Wraps a text.
  public init(_ raw: String) { self.raw = raw }

  /// The text with everything that a terminal could obey, or that deceives the reader, made visible.
  public func sanitized(_ policy: SanitizationPolicy = .singleLine) -> String { raw.sanitized(policy) }
}

extension UntrustedText: CustomStringConvertible {
  /// The text made safe for one line, so that interpolating it by accident does no harm.
  public var description: String { sanitized() }
}
