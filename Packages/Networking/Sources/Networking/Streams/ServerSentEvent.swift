/// An event that a service sent over an event stream (WHATWG HTML, section 9.2).
public struct ServerSentEvent: Sendable, Hashable {
  /// Its type; `message` where the service named none.
  public var type: String
  /// Its content; several lines are joined by LF.
  public var data: String
  /// The last identifier that the service gave to this event or to one before; empty for none.
  public var lastEventID: String

  /// Makes an event.
  public init(type: String = "message", data: String, lastEventID: String = "") {
    self.type = type
    self.data = data
    self.lastEventID = lastEventID
  }
}
