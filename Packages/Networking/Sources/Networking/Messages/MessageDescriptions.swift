import NetworkingFoundation

/// A value whose secrets are redacted when it is printed or dumped.
protocol SecretHolder: CustomStringConvertible, CustomReflectable {
  var mirrored: KeyValuePairs<String, Any> { get }
}

extension SecretHolder {
  /// A mirror with redacted values.
  public var customMirror: Mirror { Mirror(self, children: mirrored) }
}

extension HTTPFields: CustomStringConvertible, CustomReflectable {
  /// The header fields in order, with secrets redacted.
  public var description: String {
    "[\(SecretRedactor().redacted(self).map { "\($0.name): \($0.value.sanitized)" }.joined(separator: ", "))]"
  }

  /// A mirror with redacted header fields.
  public var customMirror: Mirror {
    let children = SecretRedactor().redacted(self).map { field -> Mirror.Child in
      (field.name.rawName, field.value.sanitized)
    }
    return Mirror(self, children: children)
  }
}

extension HTTPField: CustomStringConvertible, CustomReflectable, SecretHolder {
  /// The name and the value, with secrets redacted.
  public var description: String { "\(name): \(shownValue)" }

  var mirrored: KeyValuePairs<String, Any> { ["name": name.rawName, "value": shownValue] }

  private var shownValue: String {
    SecretFields().contain(name) ? "***" : SecretRedactor().redacted(value).sanitized
  }
}

extension HTTPRequest: CustomStringConvertible, CustomReflectable, SecretHolder {
  /// The method and the redacted URL.
  public var description: String { "\(method) \(RedactedURL(url))" }

  var mirrored: KeyValuePairs<String, Any> {
    let fields = SecretRedactor().redacted(headers, of: self)
    let length = body.map { $0.length.map { "\($0) bytes" } ?? "of unknown length" } ?? "none"
    return ["request": description, "headers": fields.description, "body": length]
  }
}

extension HTTPResponse: CustomStringConvertible, CustomReflectable, SecretHolder {
  /// The status and the redacted URL.
  public var description: String { "\(status) of \(RedactedURL(url))" }

  var mirrored: KeyValuePairs<String, Any> { ["response": description, "headers": headers.description] }
}

extension ServiceFailure: CustomStringConvertible, CustomReflectable, SecretHolder {
  /// The message for users.
  public var description: String { message.sanitized }

  var mirrored: KeyValuePairs<String, Any> {
    [
      "message": description, "excerpt": excerpt.sanitized, "headers": headers.description,
      "body": "\(body.count) bytes",
    ]
  }
}
