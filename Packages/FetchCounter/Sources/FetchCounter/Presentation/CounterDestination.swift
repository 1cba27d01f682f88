public import Navigation

/// The counter; the link `counter` leads here.
public struct CounterDestination: Destination {
  /// The name of the place.
  public static let id: DestinationID = "counter"

  /// Makes the destination.
  public init() {}
}
