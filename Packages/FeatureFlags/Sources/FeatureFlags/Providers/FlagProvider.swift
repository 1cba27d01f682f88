/// A source of values for one layer.
///
/// `FlagProviderContract` of the library `FeatureFlagsTesting` checks that one behaves as it has to.
public protocol FlagProvider: Sendable {
  /// The layer. Of several providers in one layer the first that says something that fits wins.
  var layer: FlagLayer { get }

  /// The name of the source as people know it, such as the path of a file.
  var name: String { get }

  /// Returns everything that is said now. Quick, without side effects; problems are part of what is returned.
  ///
  /// - Returns: One state of the source, never a mixture of two.
  func reading() -> FlagReading

  /// Returns how a key is spelled in this source.
  ///
  /// - Parameter key: A key, declared or not.
  /// - Returns: What a person would write.
  func spelling(of key: String) -> String

  /// Calls a closure after every change of what ``reading()`` returns, with no lock held, on the thread that made the change.
  ///
  /// - Parameter onChange: The closure.
  /// - Returns: Ends the calls when it is cancelled or released.
  func observe(_ onChange: @escaping @Sendable () -> Void) -> FlagObservation
}

extension FlagProvider {
  /// The key as it is.
  ///
  /// - Parameter key: A key, declared or not.
  /// - Returns: The key.
  public func spelling(of key: String) -> String { key }

  /// Calls nothing: for sources that never change.
  ///
  /// - Parameter onChange: A closure.
  /// - Returns: An observation of nothing.
  public func observe(_ onChange: @escaping @Sendable () -> Void) -> FlagObservation { FlagObservation {} }
}
