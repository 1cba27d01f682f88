/// Which header fields carry secrets: they are masked in logs and never follow a redirect to another origin.
public struct SecretFields: Sendable, Hashable {
  /// Fields that are secret whatever their names look like.
  public var names: Set<HTTPFieldName>
  /// Parts of names, in lower case, that make any field secret.
  public var nameParts: [String]

  /// Names fields.
  ///
  /// - Parameters:
  ///   - names: Fields that are secret, besides `Authorization`, `Proxy-Authorization`, `Cookie` and `Set-Cookie`.
  ///   - nameParts: Parts of names, in lower case, that make any field secret.
  public init(names: Set<HTTPFieldName> = [], nameParts: [String] = SecretFields.commonNameParts) {
    self.names = names.union(Self.alwaysSecret)
    self.nameParts = nameParts
  }

  /// What the names of fields such as `X-Api-Key` and `X-Auth-Token` have in common.
  public static let commonNameParts = [
    "api-key", "apikey", "api_key", "access-key", "authorization", "x-auth", "credential", "jwt", "passw", "secret",
    "session", "signature", "token",
  ]

  private static let alwaysSecret: Set<HTTPFieldName> = [
    .authorization, "Proxy-Authorization", "Cookie", "Cookie2", "Set-Cookie",
  ]

  /// Whether the field's value must not be shown or handed on.
  ///
  /// - Parameters:
  ///   - name: The field.
  ///   - request: Whose field it is: middleware may have marked more of its fields.
  /// - Returns: Whether it is one of them.
  public func contain(_ name: HTTPFieldName, of request: HTTPRequest? = nil) -> Bool {
    if names.contains(name) || nameParts.contains(where: { name.canonicalName.contains($0) }) { return true }
    return request?.context[MarkedSecretFields.self].contains(name) ?? false
  }
}

/// The fields of one request that carry secrets, besides those that every request's are: set by whoever adds them.
public enum MarkedSecretFields: MessageContextKey {
  /// None.
  public static let defaultValue: Set<HTTPFieldName> = []
}
