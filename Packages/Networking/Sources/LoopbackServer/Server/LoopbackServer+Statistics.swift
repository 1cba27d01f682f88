extension LoopbackServer {
  /// What a server has done since its start.
  ///
  /// A request is counted before its handler runs; bytes after they were handed to the system.
  public struct Statistics: Sendable, Hashable {
    /// The connections that were accepted.
    public var connectionsAccepted = 0
    /// The connections that are open now.
    public var connectionsOpen = 0
    /// The most connections that were open at the same time.
    public var connectionsPeak = 0
    /// The connections that were closed at once because no thread could be made for them.
    public var connectionsDropped = 0
    /// The requests that a handler was given.
    public var requests = 0
    /// The bytes that clients sent.
    public var bytesReceived = 0
    /// The bytes that were sent to clients.
    public var bytesSent = 0

    /// No activity.
    public init() {}
  }
}
