/// The use case that drops the history of codes on request; the count stays.
public struct ClearFetchedCodes: Sendable {
  private let store: any FetchCountStoring

  /// Makes the use case.
  public init(store: any FetchCountStoring) { self.store = store }

  /// Drops the codes.
  ///
  /// - Returns: What is kept afterwards; durable.
  /// - Throws: ``FetchError/store(_:)``; nothing has changed then.
  @discardableResult
  public func execute() async throws(FetchError) -> FetchCount {
    do {
      return try await store.update { $0.clearCodes() }
    } catch {
      throw .store(error)
    }
  }
}
