public import Foundation

/// A message of a WebSocket (RFC 6455).
public enum WebSocketMessage: Sendable, Hashable {
  /// Text, which is sent as UTF-8.
  case text(String)
  /// Bytes.
  case binary(Data)

  /// The bytes of the message; of a text, its UTF-8.
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

/// The end of a WebSocket as one side announced it (RFC 6455, section 7.1.5).
public struct WebSocketClosure: Sendable, Hashable {
  /// The close code (section 7.4): 1000 for a normal closure, 3000 to 4999 for the service's own codes; `nil` for none.
  public let code: Int?
  /// The reason for programmers, at most 123 bytes; it comes from the service and may contain anything.
  public let reason: String

  package init(code: Int?, reason: String = "") {
    self.code = code
    self.reason = reason
  }

  /// Whether the code means that nothing went wrong.
  var isNormal: Bool { code == nil || code == 1000 }

  /// Whether a new connection makes sense: after 1001 (going away), 1011 (internal error), 1012 (restart), 1013 (try again later) and 1014 (bad
  /// gateway).
  var isRetryable: Bool { code.map { $0 == 1001 || (1011...1014).contains($0) } ?? false }

  /// Whether a closure with this code can be sent (section 7.4; 1012 to 1014 are registered with IANA).
  package static func isValid(_ code: Int) -> Bool {
    switch code {
    case 1000...1003, 1007...1014, 3000...4999: true
    default: false
    }
  }
}
