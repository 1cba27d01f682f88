extension FlagClient {
  /// Returns the value of a flag now, and then whenever it changes.
  ///
  /// A reader that is busy gets the newest value of several, and never the same value twice in a row. The stream ends with its task, or when
  /// the client is released.
  ///
  /// - Parameter flag: The flag.
  /// - Returns: The values, for one reader.
  public func changes<Value: FlagValue>(of flag: FeatureFlag<Value>) -> AsyncStream<Value> {
    stream(of: { $0.unreportedValue(of: flag) }, isSame: ==)
  }

  /// Returns the values of all flags now, and then whenever anything changes that ``explain(_:)`` or ``warnings`` tell.
  ///
  /// A reader that is busy gets the newest snapshot of several. The stream ends with its task, or when the client is released.
  ///
  /// - Returns: The snapshots, for one reader.
  public func snapshots() -> AsyncStream<FlagSnapshot> {
    stream(of: { $0 }, isSame: { $0.isSame(as: $1) })
  }

  private func stream<Element: Sendable>(
    of element: @escaping @Sendable (FlagSnapshot) -> Element,
    isSame: @escaping @Sendable (Element, Element) -> Bool
  ) -> AsyncStream<Element> {
    let feed = SnapshotFeed(element: element, isSame: isSame)
    state.withLock { state in
      feed.offer(state.snapshot)
      state.feeds.append(WeakFeed(feed))
    }
    return AsyncStream(unfolding: { await feed.next() }, onCancel: { feed.end() })
  }
}
