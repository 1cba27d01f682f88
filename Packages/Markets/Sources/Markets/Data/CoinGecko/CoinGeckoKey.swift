public import Foundation
import Networking

/// A key for CoinGecko's interface, and with it the plan (its documentation, "Authentication").
public enum CoinGeckoKey: Sendable, Hashable {
  /// A free key, for the public host.
  case demo(String)
  /// A paid key, for the paid host.
  case pro(String)

  /// A key for the service at an address: a paid one for the paid host, else a demo key; `nil` for an empty text.
  public init?(_ text: String, for root: URL) {
    let key = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !key.isEmpty else { return nil }
    self = root.host()?.lowercased() == URL(string: CoinGeckoAPI.paidRoot)?.host() ? .pro(key) : .demo(key)
  }

  /// The header field that carries the key; the form as a query item would end up in logs.
  var field: (name: HTTPField.Name, value: String) {
    switch self {
    case .demo(let key): ("x-cg-demo-api-key", key)
    case .pro(let key): ("x-cg-pro-api-key", key)
    }
  }
}

extension CoinGeckoKey: CustomStringConvertible, CustomDebugStringConvertible {
  /// The plan alone: the key is a secret.
  public var description: String {
    switch self {
    case .demo: "demo key"
    case .pro: "pro key"
    }
  }

  /// The plan alone.
  public var debugDescription: String { description }
}
