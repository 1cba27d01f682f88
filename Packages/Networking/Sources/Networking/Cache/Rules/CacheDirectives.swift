/// The directives in a `Cache-Control` field (RFC 9111, section 5.2).
struct CacheControl: Sendable, Hashable {
  struct Directive: Sendable, Hashable {
    let name: String
    /// The argument without quotation marks.
    let argument: String?
  }

  enum Seconds: Sendable, Hashable {
    case absent
    case value(Int)
    case invalid
  }

  let directives: [Directive]

  /// Parses all lines of the field, including unknown directives.
  init(_ values: [String]) {
    directives = FieldList.members(values).map { member in
      guard let equals = member.utf8.firstIndex(of: UInt8(ascii: "=")) else {
        return Directive(name: member.lowercased(), argument: nil)
      }
      let name = FieldList.trimmed(member[..<equals]).lowercased()
      return Directive(name: name, argument: FieldList.unquoted(member[member.utf8.index(after: equals)...]))
    }
  }

  func contains(_ name: String) -> Bool { directives.contains { $0.name == name } }

  /// The first directive with the name; repeated directives are ignored (RFC 9111, section 4.2.1).
  subscript(name: String) -> Directive? { directives.first { $0.name == name } }

  func seconds(_ name: String) -> Seconds {
    guard let directive = self[name] else { return .absent }
    guard let argument = directive.argument, let number = DeltaSeconds.parse(argument) else { return .invalid }
    return .value(number)
  }
}

/// A number of seconds in a field (RFC 9111, section 1.2.2).
enum DeltaSeconds {
  /// The maximum value, 2³¹ (about 68 years), which replaces all larger numbers.
  static let maximum = 1 << 31

  /// Parses a number, limited to ``maximum``; returns `nil` if the text contains anything but digits.
  static func parse(_ text: some StringProtocol) -> Int? {
    guard !text.isEmpty else { return nil }
    var number = 0
    for byte in text.utf8 {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      number = min(number * 10 + Int(byte - UInt8(ascii: "0")), maximum)
    }
    return number
  }
}

/// A request's caching directives, in seconds (RFC 9111, sections 5.2.1 and 5.4; RFC 5861, section 4).
struct RequestDirectives: Sendable, Hashable {
  var isNoCache = false
  var isNoStore = false
  var isOnlyIfCached = false
  var maxAge: Int?
  var maxStale: Int?
  var minFresh: Int?
  var staleIfError: Int?

  /// Parses header fields; an invalid number is replaced with the value that prevents the use of outdated responses.
  init(_ headers: HTTPFields) {
    let values = headers[values: CachingField.cacheControl]
    guard !values.isEmpty else {
      isNoCache = FieldList.members(headers[values: CachingField.pragma]).contains { $0.lowercased() == "no-cache" }
      return
    }
    let control = CacheControl(values)
    isNoCache = control.contains("no-cache")
    isNoStore = control.contains("no-store")
    isOnlyIfCached = control.contains("only-if-cached")
    maxAge = Self.number(control.seconds("max-age"), invalid: 0)
    minFresh = Self.number(control.seconds("min-fresh"), invalid: DeltaSeconds.maximum)
    staleIfError = Self.number(control.seconds("stale-if-error"), invalid: nil)
    if let directive = control["max-stale"] {
      maxStale = directive.argument.map { DeltaSeconds.parse($0) ?? 0 } ?? DeltaSeconds.maximum
    }
  }

  private static func number(_ seconds: CacheControl.Seconds, invalid: Int?) -> Int? {
    switch seconds {
    case .absent: nil
    case .value(let number): number
    case .invalid: invalid
    }
  }
}

/// A response's directives for a private cache, in seconds (RFC 9111, section 5.2.2; RFC 5861; RFC 8246).
///
/// `s-maxage` and `proxy-revalidate` apply only to shared caches and are ignored. A list of fields in `no-cache` is
/// also ignored, so the directive applies to the whole response.
struct ResponseDirectives: Sendable, Hashable {
  /// The freshness lifetime in seconds; 0 if the number is invalid.
  let maxAge: Int?
  let isNoCache: Bool
  let isNoStore: Bool
  let mustRevalidate: Bool
  let mustUnderstand: Bool
  let isImmutable: Bool
  let isPublic: Bool
  let isPrivate: Bool
  let staleWhileRevalidate: Int
  let staleIfError: Int

  /// Whether a stale response must never be used (RFC 9111, section 4.2.4).
  var forbidsStale: Bool { isNoCache || isNoStore || mustRevalidate }

  init(_ headers: HTTPFields) {
    let control = CacheControl(headers[values: CachingField.cacheControl])
    maxAge =
      switch control.seconds("max-age") {
      case .absent: nil
      case .value(let number): number
      case .invalid: 0
      }
    isNoCache = control.contains("no-cache")
    isNoStore = control.contains("no-store")
    mustRevalidate = control.contains("must-revalidate")
    mustUnderstand = control.contains("must-understand")
    isImmutable = control.contains("immutable")
    isPublic = control.contains("public")
    isPrivate = control.contains("private")
    staleWhileRevalidate = Self.window(control.seconds("stale-while-revalidate"))
    staleIfError = Self.window(control.seconds("stale-if-error"))
  }

  private static func window(_ seconds: CacheControl.Seconds) -> Int {
    if case .value(let number) = seconds { number } else { 0 }
  }
}

enum CachingField {
  static let acceptLanguage: HTTPField.Name = "Accept-Language"
  static let age: HTTPField.Name = "Age"
  static let cacheControl: HTTPField.Name = "Cache-Control"
  static let connection: HTTPField.Name = "Connection"
  static let contentLanguage: HTTPField.Name = "Content-Language"
  static let contentLocation: HTTPField.Name = "Content-Location"
  static let contentRange: HTTPField.Name = "Content-Range"
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

  /// The connection-specific fields, even if `Connection` omits them (RFC 9110, section 7.6.1; RFC 9111, section 3.1).
  static let ofConnection: Set<HTTPField.Name> = [
    connection, "Keep-Alive", "Proxy-Connection", "TE", "Trailer", "Transfer-Encoding", "Upgrade",
    "Proxy-Authenticate", "Proxy-Authentication-Info", "Proxy-Authorization",
  ]
}
