/// Flags that a service decides about.
///
/// Whoever talks to the service hands in what it said; this keeps it.
public final class RemoteFlagProvider: FlagProvider {
  /// The lowest layer.
  public var layer: FlagLayer { .remote }
  /// The name of the service.
  public let name: String
  private let content = ChangeableReading(FlagReading())

  /// Creates a provider that says nothing yet.
  ///
  /// - Parameter name: The name of the service.
  public init(name: String = "remote") {
    self.name = name
  }

  /// Returns what the service said last.
  ///
  /// - Returns: The values, and why they may be old.
  public func reading() -> FlagReading { content.current }

  /// Calls a closure after every change.
  ///
  /// - Parameter onChange: The closure.
  /// - Returns: Ends the calls when it is cancelled or released.
  public func observe(_ onChange: @escaping @Sendable () -> Void) -> FlagObservation {
    content.observers.add(onChange)
  }

  /// Takes what the service said in place of what it said before.
  ///
  /// - Parameter values: The values by key.
  public func accept(_ values: [String: FlagContent]) {
    content.replace { FlagReading(values: values) }
  }

  /// Notes that the service could not be asked; what it said before is still used.
  ///
  /// - Parameter problem: What went wrong, in a sentence for people.
  public func fail(_ problem: String) {
    content.replace { FlagReading(values: content.current.values, problems: ["\(name): \(problem)"]) }
  }
}
