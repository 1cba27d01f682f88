@testable import LoopbackServer

extension LoopbackServer.Configuration {
  /// A configuration without the Date field, so that the bytes of a response are predictable.
  static var exact: LoopbackServer.Configuration {
    var configuration = LoopbackServer.Configuration()
    configuration.sendsDate = false
    return configuration
  }

  /// Returns the default configuration with changes.
  static func exact(_ change: (inout LoopbackServer.Configuration) -> Void) -> LoopbackServer.Configuration {
    var configuration = exact
    change(&configuration)
    return configuration
  }
}

extension LoopbackServer {
  func client() throws -> RawClient { try RawClient(port: port) }
}
