/// The header fields that caching is about (RFC 9110, RFC 9111).
enum CachingField {
  static let age: HTTPField.Name = "Age"
  static let cacheControl: HTTPField.Name = "Cache-Control"
  static let connection: HTTPField.Name = "Connection"
  static let contentLocation: HTTPField.Name = "Content-Location"
  static let contentRange: HTTPField.Name = "Content-Range"
  static let cookie: HTTPField.Name = "Cookie"
  static let date: HTTPField.Name = "Date"
  static let entityTag: HTTPField.Name = "ETag"
  static let expires: HTTPField.Name = "Expires"
  static let ifMatch: HTTPField.Name = "If-Match"
  static let ifModifiedSince: HTTPField.Name = "If-Modified-Since"
  static let ifNoneMatch: HTTPField.Name = "If-None-Match"
  static let ifRange: HTTPField.Name = "If-Range"
  static let ifUnmodifiedSince: HTTPField.Name = "If-Unmodified-Since"
  static let lastModified: HTTPField.Name = "Last-Modified"
  static let pragma: HTTPField.Name = "Pragma"
  static let range: HTTPField.Name = "Range"
  static let setCookie: HTTPField.Name = "Set-Cookie"
  static let setCookie2: HTTPField.Name = "Set-Cookie2"
  static let vary: HTTPField.Name = "Vary"

  /// The fields of one connection, besides those that `Connection` lists (RFC 9110, section 7.6.1; RFC 9111, section 3.1).
  static let ofConnection: Set<HTTPField.Name> = [
    connection, "Keep-Alive", "Proxy-Connection", "TE", "Trailer", "Transfer-Encoding", "Upgrade",
    "Proxy-Authenticate", "Proxy-Authentication-Info", "Proxy-Authorization",
  ]
}
