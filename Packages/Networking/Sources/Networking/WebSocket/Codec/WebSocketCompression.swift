/// The agreed permessage-deflate parameters (RFC 7692).
package struct WebSocketCompression: Sendable, Hashable {
  package var serverKeepsContext = true
  package var clientKeepsContext = true
  /// The window sizes as exponents of two, from 8 to 15.
  package var serverWindowBits = 15
  package var clientWindowBits = 15

  package init() {}

  static let name = "permessage-deflate"
  /// The value that a client offers in `Sec-WebSocket-Extensions`; the client supports all parameters.
  static let offer = "\(name); client_max_window_bits"

  package static var isAvailable: Bool { MessageInflater.isAvailable }

  package func keepsContext(of role: WebSocketRole) -> Bool {
    role == .client ? clientKeepsContext : serverKeepsContext
  }

  package func windowBits(of role: WebSocketRole) -> Int { role == .client ? clientWindowBits : serverWindowBits }

  /// Parses a server's response to ``offer``; returns `nil` for another extension or invalid parameters.
  init?(response member: some StringProtocol) {
    guard let parameters = Self.parameters(of: member) else { return nil }
    for (name, value) in parameters {
      switch (name, value) {
      case ("server_no_context_takeover", nil): serverKeepsContext = false
      case ("client_no_context_takeover", nil): clientKeepsContext = false
      case ("server_max_window_bits", let value?):
        guard let bits = Self.windowBits(value) else { return nil }
        serverWindowBits = bits
      case ("client_max_window_bits", let value?):
        guard let bits = Self.windowBits(value) else { return nil }
        clientWindowBits = bits
      default: return nil
      }
    }
  }

  /// Returns the response to a client's extension offer; `nil` if the offer is unacceptable.
  package static func accepting(offer member: some StringProtocol) -> (WebSocketCompression, response: String)? {
    guard let parameters = parameters(of: member) else { return nil }
    var compression = WebSocketCompression()
    var response = name
    for (name, value) in parameters {
      switch (name, value) {
      case ("server_no_context_takeover", nil): compression.serverKeepsContext = false
      case ("client_no_context_takeover", nil): compression.clientKeepsContext = false
      case ("server_max_window_bits", let value?):
        // zlib doesn't support raw data with a window of 2^8 bytes.
        guard let bits = windowBits(value), bits > 8 else { return nil }
        compression.serverWindowBits = bits
      case ("client_max_window_bits", nil): continue
      case ("client_max_window_bits", let value?):
        guard windowBits(value) != nil else { return nil }
        continue
      default: return nil
      }
      response += "; \(name)" + (value.map { "=\($0)" } ?? "")
    }
    return (compression, response)
  }

  /// Returns the parameters of permessage-deflate; `nil` for another extension, or if a parameter is repeated.
  private static func parameters(of member: some StringProtocol) -> [(name: String, value: String?)]? {
    let parts = member.split(separator: ";", omittingEmptySubsequences: false)
      .map { FieldList.trimmed(Substring($0)) }
    guard parts.first.map({ $0.lowercased() == name }) ?? false else { return nil }
    var found: [(name: String, value: String?)] = []
    for part in parts.dropFirst() {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = FieldList.trimmed(pair[0]).lowercased()
      guard !found.contains(where: { $0.name == name }) else { return nil }
      found.append((name, pair.count == 2 ? FieldList.unquoted(FieldList.trimmed(pair[1])) : nil))
    }
    return found
  }

  /// Parses a window size without leading zeros (RFC 7692, section 7.1.2.1).
  private static func windowBits(_ text: String) -> Int? {
    guard let bits = Int(text), (8...15).contains(bits), "\(bits)" == text else { return nil }
    return bits
  }
}
