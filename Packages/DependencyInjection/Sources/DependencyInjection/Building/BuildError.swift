public import Foundation

/// Everything that is wrong with the registrations of a ``ContainerBuilder``.
public struct BuildError: Error, Sendable, Hashable {
  /// The mistakes, at least one, in the order of the registrations.
  public let problems: [BuildProblem]
}

extension BuildError: CustomStringConvertible, LocalizedError {
  /// All problems, one a line.
  public var description: String { problems.map(\.description).joined(separator: "\n") }

  /// The same as ``description``.
  public var errorDescription: String? { description }
}
