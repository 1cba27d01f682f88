/// The header fields that caching is about (RFC 9110, RFC 9111).
enum CachingField {
  static let age: HTTPFieldName = "Age"
  static let cacheControl: HTTPFieldName = "Cache-Control"
  static let connection: HTTPFieldName = "Connection"
  static let contentLocation: HTTPFieldName = "Content-Location"
  static let contentRange: HTTPFieldName = "Content-Range"
  static let cookie: HTTPFieldName = "Cookie"
  static let date: HTTPFieldName = "Date"
  static let entityTag: HTTPFieldName = "ETag"
  static let expires: HTTPFieldName = "Expires"
  static let ifMatch: HTTPFieldName = "If-Match"
  static let ifModifiedSince: HTTPFieldName = "If-Modified-Since"
  static let ifNoneMatch: HTTPFieldName = "If-None-Match"
  static let ifRange: HTTPFieldName = "If-Range"
  static let ifUnmodifiedSince: HTTPFieldName = "If-Unmodified-Since"
  static let lastModified: HTTPFieldName = "Last-Modified"
  static let pragma: HTTPFieldName = "Pragma"
  static let range: HTTPFieldName = "Range"
  static let setCookie: HTTPFieldName = "Set-Cookie"
  static let setCookie2: HTTPFieldName = "Set-Cookie2"
  static let vary: HTTPFieldName = "Vary"

  /// The fields of one connection, besides those that `Connection` lists (RFC 9110, section 7.6.1; RFC 9111, section 3.1).
  static let ofConnection: Set<HTTPFieldName> = [
    connection, "Keep-Alive", "Proxy-Connection", "TE", "Trailer", "Transfer-Encoding", "Upgrade",
    "Proxy-Authenticate", "Proxy-Authentication-Info", "Proxy-Authorization",
  ]
}
