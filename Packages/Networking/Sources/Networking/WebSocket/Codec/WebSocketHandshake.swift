import NetworkingFoundation

/// The WebSocket opening handshake (RFC 6455, section 4).
package enum WebSocketHandshake {
  /// Returns the value with which a response proves that the server supports WebSocket.
  package static func accept(for key: String) -> String {
    Data(SHA1.digest(of: Array("\(key)258EAFA5-E914-47DA-95CA-C5AB0DC85B11".utf8))).base64EncodedString()
  }

  /// Returns whether the key consists of 16 bytes in Base64.
  package static func isKey(_ text: String) -> Bool { Data(base64Encoded: text)?.count == 16 }

  /// Returns whether a value contains the token, ignoring case.
  package static func lists(_ token: String, in values: [String]) -> Bool {
    FieldList.members(values).contains { $0.lowercased() == token }
  }

  package static func members(of values: [String]) -> [String] { FieldList.members(values).map(String.init) }

  static func randomKey() -> String {
    Data((0..<16).map { _ in UInt8.random(in: .min ... .max) }).base64EncodedString()
  }

  static func fields(key: String, offer: WebSocketOffer) -> HTTPFields {
    var fields: HTTPFields = ["Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"]
    fields.append("Sec-WebSocket-Key", key)
    if !offer.subprotocols.isEmpty {
      fields.append("Sec-WebSocket-Protocol", offer.subprotocols.joined(separator: ", "))
    }
    if offer.allowsCompression { fields.append("Sec-WebSocket-Extensions", WebSocketCompression.offer) }
    return fields
  }

  /// Validates the header fields in a response with the status 101.
  static func agreement(
    in fields: HTTPFields,
    key: String,
    offer: WebSocketOffer
  ) throws(WebSocketViolation) -> WebSocketAgreement {
    guard fields[.upgrade]?.lowercased() == "websocket", lists("upgrade", in: fields[values: "Connection"]) else {
      throw WebSocketViolation("it switched to a protocol other than WebSocket")
    }
    guard fields[values: "Sec-WebSocket-Accept"] == [accept(for: key)] else {
      throw WebSocketViolation("its Sec-WebSocket-Accept doesn't match the request's key")
    }
    var agreement = WebSocketAgreement()
    let subprotocols = fields[values: "Sec-WebSocket-Protocol"]
    if let subprotocol = subprotocols.first {
      guard subprotocols.count == 1, offer.subprotocols.contains(subprotocol) else {
        throw WebSocketViolation("its subprotocol wasn't requested")
      }
      agreement.subprotocol = subprotocol
    }
    let extensions = FieldList.members(fields[values: "Sec-WebSocket-Extensions"])
    if let member = extensions.first {
      guard extensions.count == 1, offer.allowsCompression, let compression = WebSocketCompression(response: member)
      else {
        throw WebSocketViolation("its extensions weren't requested or are malformed")
      }
      agreement.compression = compression
    }
    return agreement
  }
}

/// A request's upgrade offer, which a transport with WebSocket support adds to the request head.
struct WebSocketOffer: Sendable, Hashable, MessageContextKey {
  var subprotocols: [String] = []
  var allowsCompression = true
}

struct WebSocketAgreement: Sendable, Hashable {
  var subprotocol: String?
  var compression: WebSocketCompression?
}

extension HTTPField.Name {
  static let upgrade: HTTPField.Name = "Upgrade"
}
