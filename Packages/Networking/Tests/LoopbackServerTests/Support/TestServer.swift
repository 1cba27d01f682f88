@testable import LoopbackServer

extension LoopbackServer.Configuration {
  /// No Date field, so that the bytes of an answer are known beforehand.
  static var exact: LoopbackServer.Configuration {
    var configuration = LoopbackServer.Configuration()
    configuration.sendsDate = false
    return configuration
  }

  /// The default with changes.
  static func exact(_ change: (inout LoopbackServer.Configuration) -> Void) -> LoopbackServer.Configuration {
    var configuration = exact
    change(&configuration)
    return configuration
  }
}

extension LoopbackServer {
  /// A client that is connected to the server.
  func client() throws -> RawClient { try RawClient(port: port) }
}
