/// The name of a service in files that keep something for each service.
public struct ServiceName: Hashable, Sendable, CustomStringConvertible {
  /// The interface, such as `coingecko`.
  let interface: String
  /// The address without secrets, such as `https://api.coingecko.com`.
  let address: String

  /// Creates a name from an interface and an address without secrets.
  public init(interface: String, address: String) {
    self.interface = interface
    self.address = address
  }

  /// The interface and the address: `coingecko https://api.coingecko.com`.
  public var description: String { "\(interface) \(address)" }
}
