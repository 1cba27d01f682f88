import Foundation

// Printing or dumping a message or an error must not show a secret, whatever property holds it.

extension HTTPFields: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The fields in their order, with the values of secret ones replaced; see ``SecretMask``.
  public var description: String {
    "[\(SecretMask().masked(self).map { "\($0.name): \($0.value.sanitized)" }.joined(separator: ", "))]"
  }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// The same as ``description``, field by field.
  public var customMirror: Mirror {
    let children = SecretMask().masked(self).map { field -> Mirror.Child in (field.name.rawName, field.value.sanitized)
    }
    return Mirror(self, children: children)
  }
}

extension HTTPFields.Field: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Name and value, the value replaced where it is a secret; see ``SecretMask``.
  public var description: String { "\(name): \(shownValue)" }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// The same as ``description``.
  public var customMirror: Mirror { Mirror(self, children: ["name": name.rawName, "value": shownValue]) }

  private var shownValue: String {
    SecretFields().contain(name) ? "***" : SecretMask().masked(value).sanitized
  }
}

extension HTTPRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The method and the masked URL.
  public var description: String { "\(method) \(MaskedURL(url))" }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// The method, the masked URL, the masked header fields and the length of the content.
  public var customMirror: Mirror {
    let fields = SecretMask().masked(headers, of: self)
    let length = body.map { $0.length.map { "\($0) bytes" } ?? "of unknown length" } ?? "none"
    return Mirror(self, children: ["request": description, "headers": fields.description, "body": length])
  }
}

extension HTTPResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The status and the masked URL.
  public var description: String { "\(status) of \(MaskedURL(url))" }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// The status, the masked URL and the masked header fields.
  public var customMirror: Mirror {
    Mirror(self, children: ["response": description, "headers": headers.description])
  }
}

extension ServiceFailure: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The sentence for people.
  public var description: String { message.sanitized }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// Everything but the bytes of the body and the values of secret header fields.
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
