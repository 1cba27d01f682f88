import Foundation

// Printing or dumping a message or an error must not show a secret in any property.

extension HTTPFields: CustomStringConvertible, CustomReflectable {
  /// The fields in order, redacted by a ``SecretRedactor``.
  public var description: String {
    "[\(SecretRedactor().redacted(self).map { "\($0.name): \($0.value.sanitized)" }.joined(separator: ", "))]"
  }

  /// A mirror of the redacted fields.
  public var customMirror: Mirror {
    let children = SecretRedactor().redacted(self).map { field -> Mirror.Child in
      (field.name.rawName, field.value.sanitized)
    }
    return Mirror(self, children: children)
  }
}

extension HTTPField: CustomStringConvertible, CustomReflectable {
  /// The name and the value, redacted by a ``SecretRedactor``.
  public var description: String { "\(name): \(shownValue)" }

  /// A mirror of the redacted value.
  public var customMirror: Mirror { Mirror(self, children: ["name": name.rawName, "value": shownValue]) }

  private var shownValue: String {
    SecretFields().contain(name) ? "***" : SecretRedactor().redacted(value).sanitized
  }
}

extension HTTPRequest: CustomStringConvertible, CustomReflectable {
  /// The method and the redacted URL.
  public var description: String { "\(method) \(RedactedURL(url))" }

  /// The method, the redacted URL, the redacted header fields and the length of the content.
  public var customMirror: Mirror {
    let fields = SecretRedactor().redacted(headers, of: self)
    let length = body.map { $0.length.map { "\($0) bytes" } ?? "of unknown length" } ?? "none"
    return Mirror(self, children: ["request": description, "headers": fields.description, "body": length])
  }
}

extension HTTPResponse: CustomStringConvertible, CustomReflectable {
  /// The status and the redacted URL.
  public var description: String { "\(status) of \(RedactedURL(url))" }

  /// The status, the redacted URL and the redacted header fields.
  public var customMirror: Mirror {
    Mirror(self, children: ["response": description, "headers": headers.description])
  }
}

extension ServiceFailure: CustomStringConvertible, CustomReflectable {
  /// The message for users.
  public var description: String { message.sanitized }

  /// A mirror without the bytes of the body and the values of secret header fields.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "message": description, "excerpt": excerpt.sanitized, "headers": headers.description,
        "body": "\(body.count) bytes",
      ]
    )
  }
}
