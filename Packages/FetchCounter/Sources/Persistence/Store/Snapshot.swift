/// What a store knows about its file: the bytes, and what they mean.
struct Snapshot<Value: Sendable>: Sendable {
  var bytes: [UInt8]
  var value: Value
  /// Whether every member in the bytes is one that the program writes; `nil` when nobody has looked yet.
  var isFullyKnown: Bool?
}
