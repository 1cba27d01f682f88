extension HTTPRequest {
  /// Whether the request may be sent a second time: its content can be read again.
  var isReplayable: Bool { body?.isReplayable ?? true }
}
