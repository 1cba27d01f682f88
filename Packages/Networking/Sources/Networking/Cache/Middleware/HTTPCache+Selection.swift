extension HTTPCache {
  /// Which stored answers are meant.
  public enum Selection: Sendable, Hashable, CaseIterable {
    /// All of them.
    case everything
    /// Those that are kept when room is made for others (``CachePolicy/isPinned``).
    case pinned
    /// The others.
    case unpinned

    func contains(_ name: EntryName) -> Bool {
      switch self {
      case .everything: true
      case .pinned: name.isPinned
      case .unpinned: !name.isPinned
      }
    }
  }
}
