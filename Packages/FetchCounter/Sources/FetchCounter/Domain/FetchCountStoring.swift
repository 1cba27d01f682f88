/// Keeps the fetch count.
public protocol FetchCountStoring: Sendable {
  /// Reads what is kept.
  ///
  /// - Throws: The store's error, unchanged.
  func load() throws -> FetchCount

  /// Changes what is kept as one step, also among processes; returns when the change is durable.
  ///
  /// - Parameter change: Gets what is kept now. It may be called again, and the last call counts.
  /// - Returns: What is kept afterwards.
  /// - Throws: The store's error, unchanged; nothing has changed then.
  func update(_ change: @escaping @Sendable (inout FetchCount) -> Void) async throws -> FetchCount

  /// Starts again from nothing, codes included; what can't be read is set aside, not overwritten.
  ///
  /// - Throws: The store's error, unchanged.
  func reset() async throws

  /// What is kept, or why it can't be read: the present state at once, then after every change, by whatever process.
  ///
  /// - Returns: A sequence that ends with the task that reads it.
  func changes() -> AsyncStream<Result<FetchCount, any Error>>
}
