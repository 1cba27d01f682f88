public import FeatureFlags
import Foundation

/// A provider that says what a test tells it to.
///
/// ```swift
/// let provider = InMemoryFlagProvider()
/// let flags = FlagClient(catalog: try FlagCatalog(Flags.newSearch), providers: [provider])
/// provider.set(true, for: Flags.newSearch)
/// ```
///
/// `@unchecked` because the compiler cannot see that `content` is only touched while `lock` is held.
public final class InMemoryFlagProvider: FlagProvider, @unchecked Sendable {
  /// The layer it stands for.
  public let layer: FlagLayer
  /// The name it goes by.
  public let name: String
  private let lock = NSLock()
  private var content: FlagReading
  private let observers = FlagObservers()

  /// Creates a provider.
  ///
  /// - Parameters:
  ///   - layer: The layer it stands for.
  ///   - name: The name it goes by.
  ///   - values: What it says at first.
  public init(layer: FlagLayer = .overrideFile, name: String = "memory", values: [String: FlagContent] = [:]) {
    self.layer = layer
    self.name = name
    content = FlagReading(values: values)
  }

  /// Returns what was set last.
  ///
  /// - Returns: The values and problems.
  public func reading() -> FlagReading { lock.withLock { content } }

  /// Calls a closure after every change.
  ///
  /// - Parameter onChange: The closure.
  /// - Returns: Ends the calls when it is cancelled or released.
  public func observe(_ onChange: @escaping @Sendable () -> Void) -> FlagObservation { observers.add(onChange) }

  /// Sets a flag.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - flag: The flag.
  public func set<Value: FlagValue>(_ value: Value, for flag: FeatureFlag<Value>) {
    change { $0.values[flag.key] = value.flagContent }
  }

  /// Sets a flag to something that may not fit.
  ///
  /// - Parameters:
  ///   - content: What to say, or `nil` to say nothing.
  ///   - key: The name of a flag, declared or not.
  public func set(content: FlagContent?, forKey key: String) {
    change { $0.values[key] = content }
  }

  /// Changes everything in one step.
  ///
  /// - Parameter reading: What to say from now on.
  public func replace(with reading: FlagReading) {
    change { $0 = reading }
  }

  private func change(_ change: (inout FlagReading) -> Void) {
    let isChange = lock.withLock {
      let before = content
      change(&content)
      return content != before
    }
    if isChange { observers.notify() }
  }
}
