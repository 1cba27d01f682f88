import Foundation

/// What a transport may do; the same for every kind.
public struct TransportConfiguration: Sendable {
  /// The most idle connections that are kept for later requests.
  public var maximumIdleConnections = 32
  /// The most bytes of an answer's head.
  public var maximumHeadSize = 256 << 10
  /// The bytes of a body that are received ahead of the reader before the sender is held back.
  public var bodyBufferSize = 256 << 10
  /// The environment that proxy settings are read from.
  public var environment: [String: String] = ProcessInfo.processInfo.environment

  /// Makes the default configuration.
  public init() {}
}
