/// Flags that the program itself stored on behalf of a person.
public final class PersistedFlagProvider: FlagProvider {
  /// The layer below the override file.
  public var layer: FlagLayer { .persisted }
  /// The name of the layer.
  public let name = "stored"
  private let store: any FlagOverrideStore
  private let content = ChangeableReading(FlagReading())

  /// Creates a provider and loads what is stored.
  ///
  /// - Parameter store: Where the values are kept.
  public init(store: any FlagOverrideStore) {
    self.store = store
    reload()
  }

  /// Returns what was stored when it was last loaded.
  ///
  /// - Returns: The values, or what is wrong with the store.
  public func reading() -> FlagReading { content.current }

  /// Calls a closure after every change.
  ///
  /// - Parameter onChange: The closure.
  /// - Returns: Ends the calls when it is cancelled or released.
  public func observe(_ onChange: @escaping @Sendable () -> Void) -> FlagObservation {
    content.observers.add(onChange)
  }

  /// Loads what is stored, which another process may have changed.
  public func reload() {
    content.replace {
      do {
        return FlagReading(values: try store.load().values)
      } catch {
        return FlagReading(problems: ["The stored flags cannot be loaded: \(error)"])
      }
    }
  }

  /// Stores a value, or removes it; the current values change after the store has it.
  func set(_ content: FlagContent?, for key: String) throws(FlagOverrideError) {
    do {
      try store.update { $0.values[key] = content }
    } catch {
      throw .storeFailed(key: key, cause: error)
    }
    reload()
  }
}
