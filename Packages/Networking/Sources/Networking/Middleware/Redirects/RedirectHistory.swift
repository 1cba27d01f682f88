public import Foundation

/// One redirect that was followed.
public struct RedirectHop: Sendable, Hashable {
  /// What was asked.
  public let url: URL
  /// With which status it led on.
  public let status: HTTPStatus

  /// Makes a hop.
  public init(url: URL, status: HTTPStatus) {
    self.url = url
    self.status = status
  }
}

/// The redirects that led to an answer, in their order.
public enum RedirectHistory: MessageContextKey {
  /// None.
  public static let defaultValue: [RedirectHop] = []
}

/// Whether a request's redirects are followed.
public enum RedirectMode: MessageContextKey, Sendable, Hashable {
  /// They are, as the policy says.
  case follow
  /// The redirect itself is the answer.
  case manual

  /// ``follow``.
  public static let defaultValue = RedirectMode.follow
}
