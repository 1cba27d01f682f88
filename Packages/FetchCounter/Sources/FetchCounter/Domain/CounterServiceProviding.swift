public import Foundation

/// The two requests that make a fetch.
public protocol CounterServiceProviding: Sendable {
  /// Step one: asks where the next code is.
  ///
  /// It makes the place that anybody was given before invalid.
  ///
  /// - Returns: The absolute URL that the service handed out.
  /// - Throws: The network layer's error, unchanged.
  func requestNextPath() async throws -> URL

  /// Step two: asks for the code there.
  ///
  /// - Parameter path: What step one answered.
  /// - Returns: The code, or that the path is no longer valid.
  /// - Throws: The network layer's error, unchanged.
  func requestResponseCode(at path: URL) async throws -> ResponseCodeAnswer
}

/// What step two can answer.
public enum ResponseCodeAnswer: Sendable, Hashable {
  /// The code.
  case code(ResponseCode)
  /// The service says that this path is no longer valid, as when another client has asked for a next path in between.
  case pathSuperseded(serviceMessage: String?)
}
