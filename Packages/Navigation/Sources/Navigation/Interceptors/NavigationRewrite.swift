/// One rewriting of a command.
public struct NavigationRewrite: Sendable, Equatable, CustomStringConvertible {
  /// The interceptor's name.
  public let interceptor: String
  /// What the command became.
  public let command: NavigationCommand

  /// Makes a record of a rewriting.
  public init(interceptor: String, command: NavigationCommand) {
    self.interceptor = interceptor
    self.command = command
  }

  /// Who rewrote the command, and what it became.
  public var description: String { "\(interceptor): \(command)" }
}
