public import NetworkingFoundation

/// A WebSocket message (RFC 6455).
public enum WebSocketMessage: Sendable, Hashable {
  /// A text message, which is sent as UTF-8.
  case text(String)
  /// A binary message.
  case binary(Data)

  /// The bytes, in UTF-8 for a text message.
  package var bytes: Data {
    switch self {
    case .text(let text): Data(text.utf8)
    case .binary(let bytes): bytes
    }
  }

  /// Decodes the message as JSON, for example with the service's ``ServiceAPI/decoder``.
  ///
  /// - Throws: The decoder's error.
  public func decoded<Value: Decodable>(as type: Value.Type, by decoder: JSONDecoder = JSONDecoder()) throws -> Value {
    try decoder.decode(type, from: bytes)
  }
}

/// The close code and reason that one side of a WebSocket has sent (RFC 6455, section 7.1.5).
public struct WebSocketClosure: Sendable, Hashable {
  /// The close code (section 7.4): 1000 is a normal closure, 3000 to 4999 are application-defined, `nil` means no code.
  public let code: Int?
  /// The reason from the service, intended for developers: any text of at most 123 bytes.
  public let reason: String

  package init(code: Int?, reason: String = "") {
    self.code = code
    self.reason = reason
  }

  var isNormal: Bool { code == nil || code == 1000 }

  /// Whether the client reconnects: after 1001 (going away) and 1011 to 1014 (error, restart, try later, bad gateway).
  var isRetryable: Bool { code.map { $0 == 1001 || (1011...1014).contains($0) } ?? false }

  /// Returns whether a close frame may contain the code (section 7.4; 1012 to 1014 are registered with IANA).
  package static func isValid(_ code: Int) -> Bool {
    switch code {
    case 1000...1003, 1007...1014, 3000...4999: true
    default: false
    }
  }
}
