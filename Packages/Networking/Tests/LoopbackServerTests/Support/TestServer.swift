@testable import LoopbackServer

extension LoopbackServer.Configuration {
  /// A configuration without the Date field, which makes a response's bytes predictable.
  static var exact: LoopbackServer.Configuration {
    var configuration = LoopbackServer.Configuration()
    configuration.sendsDate = false
    return configuration
  }

  static func exact(_ change: (inout LoopbackServer.Configuration) -> Void) -> LoopbackServer.Configuration {
    var configuration = exact
    change(&configuration)
    return configuration
  }
}

extension LoopbackServer {
  func client() throws -> RawClient { try RawClient(port: port) }
}
