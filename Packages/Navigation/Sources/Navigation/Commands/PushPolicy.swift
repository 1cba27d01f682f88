/// What a push does when its destination is on the stack already.
public enum PushPolicy: String, Sendable, Codable, CaseIterable {
  /// Reuse on top: the same place on top gets the new payload, or nothing happens when the payload is equal.
  case single
  /// Bring back: whatever lies above the topmost entry of the same place goes, and the entry gets the new payload.
  case bringBack
  /// Always a new entry.
  case always
}
