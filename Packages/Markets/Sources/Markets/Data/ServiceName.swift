/// A service's name in files that store data per service.
public struct ServiceName: Hashable, Sendable, CustomStringConvertible {
  /// The API, such as `coingecko`.
  let interface: String
  /// The address without secrets, such as `https://api.coingecko.com`.
  let address: String

  /// Creates a name from an API's name and an address without secrets.
  public init(interface: String, address: String) {
    self.interface = interface
    self.address = address
  }

  /// The API and the address, such as `coingecko https://api.coingecko.com`.
  public var description: String { "\(interface) \(address)" }
}
