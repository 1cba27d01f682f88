/// The key of a flag with its hash, computed once, so that finding a flag costs a few nanoseconds.
final class FlagIdentity: Sendable {
  let key: String
  let hash: Int

  init(key: String) {
    self.key = key
    hash = key.hashValue
  }

  func isSame(as other: FlagIdentity) -> Bool {
    self === other || hash == other.hash && key == other.key
  }
}
