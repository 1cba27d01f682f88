/// A feature's own list of destinations: the only thing that the composition root has to know of a feature's screens.
///
/// A coordinator registers; it neither moves anything nor knows another feature. Moves are asked for with commands,
/// through a ``Navigator``, by whoever wants one.
@MainActor
public protocol Coordinator<Screen> {
  /// What the router shows.
  associatedtype Screen

  /// Registers the feature's destinations.
  func register(in registrar: inout DestinationRegistrar<Screen>)
}
