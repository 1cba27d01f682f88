/// The header fields that carry secrets.
///
/// Their values are replaced in logs, errors and recordings, and don't follow a redirect to another origin. A field is secret if it is one of ``names``,
/// if its name contains one of ``nameParts``, or if the last word of its name is `key`, such as in `Ocp-Apim-Subscription-Key`. Fields in ``exceptions``
/// are not secret.
public struct SecretFields: Sendable, Hashable {
  /// Fields that are secret whatever their names look like.
  public var names: Set<HTTPField.Name>
  /// Parts of names, in lower case, that make any field secret.
  public var nameParts: [String]
  /// Fields that are not secret although their names look like it; ``names`` wins.
  public var exceptions: Set<HTTPField.Name> = [.idempotencyKey, "Surrogate-Key"]

  /// Names fields.
  ///
  /// - Parameters:
  ///   - names: Fields that are secret, besides `Authorization`, `Proxy-Authorization`, `Cookie`, `Set-Cookie` and `DPoP`.
  ///   - nameParts: Parts of names, in lower case, that make any field secret.
  public init(names: Set<HTTPField.Name> = [], nameParts: [String] = SecretFields.commonNameParts) {
    self.names = names.union(Self.alwaysSecret)
    self.nameParts = nameParts
  }

  /// What the names of fields such as `X-Api-Key` and `X-Auth-Token` have in common.
  public static let commonNameParts = [
    "api-key", "apikey", "api_key", "access-key", "authorization", "x-auth", "credential", "jwt", "passw", "secret",
    "session", "signature", "token",
  ]

  private static let alwaysSecret: Set<HTTPField.Name> = [
    .authorization, "Proxy-Authorization", "Cookie", "Cookie2", "Set-Cookie", "DPoP",
  ]

  /// Whether the field's value must not be shown or handed on.
  ///
  /// - Parameters:
  ///   - name: The field.
  ///   - request: Whose field it is: middleware may have marked more of its fields.
  /// - Returns: Whether it is one of them.
  public func contain(_ name: HTTPField.Name, of request: HTTPRequest? = nil) -> Bool {
    if names.contains(name) || request?.context[AdditionalSecretFields.self].contains(name) ?? false { return true }
    guard !exceptions.contains(name) else { return false }
    let text = name.canonicalName
    return text == "key" || text.hasSuffix("-key") || text.hasSuffix("_key")
      || nameParts.contains { text.contains($0) }
  }
}

/// The fields of one request that carry secrets, besides those that every request's are: set by whoever adds them.
public enum AdditionalSecretFields: MessageContextKey {
  /// None.
  public static let defaultValue: Set<HTTPField.Name> = []
}
