/// A request method (RFC 9110, section 9).
///
/// The standard methods are static members; any other method is made from its token.
public struct HTTPMethod: Sendable, Hashable {
  /// The token as it is sent, case-sensitive.
  public let rawValue: String

  /// Makes a method from a token, or `nil` where the text is none (RFC 9110, section 5.6.2).
  public init?(_ token: String) {
    guard HTTPToken.isValid(token) else { return nil }
    rawValue = token
  }

  private init(standard: String) { rawValue = standard }

  /// Transfers a representation of the target.
  public static let get = HTTPMethod(standard: "GET")
  /// Like GET, without the content.
  public static let head = HTTPMethod(standard: "HEAD")
  /// Hands content to the target for processing.
  public static let post = HTTPMethod(standard: "POST")
  /// Replaces the target's representation.
  public static let put = HTTPMethod(standard: "PUT")
  /// Changes a part of the target (RFC 5789).
  public static let patch = HTTPMethod(standard: "PATCH")
  /// Removes the target.
  public static let delete = HTTPMethod(standard: "DELETE")
  /// Asks for the communication options of the target.
  public static let options = HTTPMethod(standard: "OPTIONS")

  /// Whether the method asks for nothing but information (RFC 9110, section 9.2.1).
  public var isSafe: Bool {
    self == .get || self == .head || self == .options || rawValue == "TRACE"
  }

  /// Whether it announces the length of its content also when there is none (RFC 9110, section 8.6).
  var announcesContent: Bool { self == .post || self == .put || self == .patch }

  /// Whether sending it twice means the same as once, so that a lost answer may be asked for again
  /// (RFC 9110, section 9.2.2).
  public var isIdempotent: Bool {
    isSafe || self == .put || self == .delete
  }
}

extension HTTPMethod: CustomStringConvertible {
  /// The token.
  public var description: String { rawValue }
}
