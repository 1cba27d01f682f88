#if os(Linux)
internal import CurlABI

/// A content coding that is decoded here (RFC 9110, section 8.4.1).
enum ContentCoding: Sendable {
  case gzip
  case deflate

  /// The value of `Accept-Encoding` for these codings.
  static let accepted = "gzip, deflate"

  /// Whether this machine can decode them.
  static let isAvailable = curlabi_inflater_is_available()

  /// The single coding of a response; `nil` for none, an unknown one, or several: the caller gets such content as it is.
  init?(_ headers: HTTPFields) {
    guard Self.isAvailable, headers.contains(.contentEncoding) else { return nil }
    var found: ContentCoding?
    for token in headers.tokens(of: .contentEncoding) where token != "identity" {
      guard found == nil else { return nil }
      switch token {
      case "gzip", "x-gzip": found = .gzip
      case "deflate": found = .deflate
      default: return nil
      }
    }
    guard let found else { return nil }
    self = found
  }
}

extension HTTPFields {
  /// The members of a comma-separated field in lower case.
  fileprivate func tokens(of name: HTTPField.Name) -> [String] {
    FieldList.members(self[values: name]).map { $0.lowercased() }
  }

  /// Whether a comma-separated field is missing or all of its members are equal to a value.
  func lists(only value: String, in name: HTTPField.Name) -> Bool {
    !contains(name) || tokens(of: name).allSatisfy { $0 == value }
  }
}
#endif
