/// Sees every command before anything else does, and may send it elsewhere or stop it: the place for sign-in.
///
/// Links are resolved before, so an interceptor sees the destinations that a link leads to.
public struct NavigationInterceptor: Sendable {
  /// What an interceptor wants to become of a command.
  public enum Verdict: Sendable, Equatable {
    /// It goes on.
    case proceed
    /// Another command takes its place; all interceptors see that one again.
    case rewrite(NavigationCommand)
    /// It is stopped, for a reason that people can read.
    case block(reason: String)
  }

  /// Its name, for outcomes and logs.
  public let name: String
  let examine: @MainActor (NavigationCommand, RouterStack) async -> Verdict

  /// Makes an interceptor.
  ///
  /// - Parameters:
  ///   - name: Its name, for outcomes and logs.
  ///   - examine: Judges a command with the stack as it is.
  public init(_ name: String, examine: @escaping @MainActor (NavigationCommand, RouterStack) async -> Verdict) {
    self.name = name
    self.examine = examine
  }
}
