public import Foundation

/// What proves who asks: one header field.
///
/// Its value shows in no description and no dump.
public struct Credential: Sendable, Hashable {
  /// The field that carries it.
  public let field: HTTPField.Name
  /// The field's value: a secret.
  public let value: String
  /// From when on it is no longer accepted, where that is known.
  public let expiry: Date?

  /// Makes a credential of any kind, such as an API key; `nil` where the value is empty or contains a line break or NUL.
  ///
  /// - Parameters:
  ///   - field: The field that carries it.
  ///   - value: The field's value.
  ///   - expiry: From when on it is no longer accepted, where that is known.
  public init?(field: HTTPField.Name, value: String, expiry: Date? = nil) {
    var probe = HTTPFields()
    guard !value.isEmpty, probe.append(field, value) else { return nil }
    self.field = field
    self.value = value
    self.expiry = expiry
  }

  /// A bearer token in `Authorization` (RFC 6750, section 2.1); `nil` where the token can't be sent.
  public static func bearer(_ token: String, expiry: Date? = nil) -> Credential? {
    token.isEmpty ? nil : Credential(field: .authorization, value: "Bearer \(token)", expiry: expiry)
  }

  /// A user name and password in `Authorization` (RFC 7617); `nil` where the user name contains a colon.
  public static func basic(user: String, password: String) -> Credential? {
    guard !user.contains(":") else { return nil }
    return Credential(field: .authorization, value: "Basic \(Data("\(user):\(password)".utf8).base64EncodedString())")
  }
}

extension Credential: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The field's name, and nothing of the value.
  public var description: String { "\(field): ***" }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// The same as ``description``.
  public var customMirror: Mirror { Mirror(self, children: ["field": field.rawName, "value": "***"]) }
}
