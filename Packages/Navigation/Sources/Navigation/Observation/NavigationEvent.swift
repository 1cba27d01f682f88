public import Foundation

/// One command that was carried out or answered, in the order in which that happened.
public struct NavigationEvent: Sendable, Equatable {
  /// Its number, counted from 1 without gaps.
  public let number: UInt64
  /// When it was over.
  public let time: Date
  /// The command as it was sent.
  public let command: NavigationCommand
  /// What interceptors made of it.
  public let rewrites: [NavigationRewrite]
  /// Whether it went past interceptors and guards.
  public let isForced: Bool
  /// What came of it.
  public let outcome: NavigationOutcome
  /// How many entries the stack has after it.
  public let depth: Int
}

extension NavigationEvent: CustomStringConvertible {
  /// Number, command and outcome on one line, without payloads.
  public var description: String {
    let detour = rewrites.isEmpty ? "" : " [" + rewrites.map(\.description).joined(separator: ", ") + "]"
    return "\(number). \(isForced ? "forced " : "")\(command)\(detour): \(outcome)"
  }
}
