public import NetworkingFoundation

/// A WebSocket message (RFC 6455).
public enum WebSocketMessage: Sendable, Hashable {
  /// A text message, which is sent as UTF-8.
  case text(String)
  /// A binary message.
  case binary(Data)

  /// The message's bytes; UTF-8 for a text message.
  package var bytes: Data {
    switch self {
    case .text(let text): Data(text.utf8)
    case .binary(let bytes): bytes
    }
  }

  /// Decodes the message as JSON.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - decoder: The decoder, such as the service's ``ServiceAPI/decoder``.
  /// - Returns: The value.
  /// - Throws: The decoder's error.
  public func decoded<Value: Decodable>(as type: Value.Type, by decoder: JSONDecoder = JSONDecoder()) throws -> Value {
    try decoder.decode(type, from: bytes)
  }
}

/// The closure of a WebSocket, as announced by one side (RFC 6455, section 7.1.5).
public struct WebSocketClosure: Sendable, Hashable {
  /// The close code (section 7.4): 1000 for a normal closure, 3000 to 4999 for application-defined codes; `nil` if no
  /// code was sent.
  public let code: Int?
  /// The reason, intended for developers; at most 123 bytes.
  ///
  /// It comes from the service and may contain any text.
  public let reason: String

  package init(code: Int?, reason: String = "") {
    self.code = code
    self.reason = reason
  }

  /// Whether the code indicates a normal closure.
  var isNormal: Bool { code == nil || code == 1000 }

  /// Whether reconnecting makes sense: after 1001 (going away), 1011 (internal error), 1012 (restart), 1013 (try again
  /// later) and 1014 (bad gateway).
  var isRetryable: Bool { code.map { $0 == 1001 || (1011...1014).contains($0) } ?? false }

  /// Returns whether a closure may be sent with this code (section 7.4; 1012 to 1014 are registered with IANA).
  package static func isValid(_ code: Int) -> Bool {
    switch code {
    case 1000...1003, 1007...1014, 3000...4999: true
    default: false
    }
  }
}
