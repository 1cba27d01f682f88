public import Foundation

/// How a router decides: limits, interceptors, who confirms, what time it is.
public struct RouterConfiguration: Sendable {
  /// The most entries that the stack may have; at least 1.
  public var depthLimit: Int
  /// How often interceptors may rewrite one command before it is given up.
  public var rewriteLimit: Int
  /// How many of the latest events are kept.
  public var breadcrumbLimit: Int
  /// Judges of every command, in the order in which they are asked.
  public var interceptors: [NavigationInterceptor]
  /// Asks the person at the screen, for guards that want it; true means that the screen may go.
  ///
  /// It shows its question beside the stack, not as a popup on it: the router is waiting.
  public var confirm: @MainActor (LeaveConfirmation) async -> Bool
  /// The time, for events.
  public var now: @Sendable () -> Date

  /// Makes a configuration.
  ///
  /// - Parameters:
  ///   - depthLimit: The most entries that the stack may have; at least 1.
  ///   - rewriteLimit: How often interceptors may rewrite one command.
  ///   - breadcrumbLimit: How many of the latest events are kept.
  ///   - interceptors: Judges of every command, in the order in which they are asked.
  ///   - confirm: Asks the person at the screen. By default nobody is there to say yes, so every screen stays.
  ///   - now: The time, for events.
  public init(
    depthLimit: Int = 128,
    rewriteLimit: Int = 5,
    breadcrumbLimit: Int = 100,
    interceptors: [NavigationInterceptor] = [],
    confirm: @escaping @MainActor (LeaveConfirmation) async -> Bool = { _ in false },
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.depthLimit = depthLimit
    self.rewriteLimit = rewriteLimit
    self.breadcrumbLimit = breadcrumbLimit
    self.interceptors = interceptors
    self.confirm = confirm
    self.now = now
  }
}
