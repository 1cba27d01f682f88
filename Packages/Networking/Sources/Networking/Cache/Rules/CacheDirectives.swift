/// The directives of a `Cache-Control` field, in whatever they say (RFC 9111, section 5.2).
struct CacheControl: Sendable, Hashable {
  /// One directive.
  struct Directive: Sendable, Hashable {
    /// The name in lower case.
    let name: String
    /// The argument, unquoted.
    let argument: String?
  }

  /// An argument that should be a number of seconds.
  enum Seconds: Sendable, Hashable {
    case absent
    case value(Int)
    /// There is a directive, but no number.
    case invalid
  }

  let directives: [Directive]

  /// Reads all lines of the field; what is no directive is left out, unknown directives are kept and mean nothing.
  init(_ values: [String]) {
    directives = FieldList.members(values).map { member in
      guard let equals = member.utf8.firstIndex(of: UInt8(ascii: "=")) else {
        return Directive(name: member.lowercased(), argument: nil)
      }
      let name = FieldList.trimmed(member[..<equals]).lowercased()
      return Directive(name: name, argument: FieldList.unquoted(member[member.utf8.index(after: equals)...]))
    }
  }

  /// Whether the directive is there, with or without an argument.
  func contains(_ name: String) -> Bool { directives.contains { $0.name == name } }

  /// The first directive of a name: later ones don't count (RFC 9111, section 4.2.1).
  subscript(name: String) -> Directive? { directives.first { $0.name == name } }

  /// The number of seconds that the first directive of a name says.
  func seconds(_ name: String) -> Seconds {
    guard let directive = self[name] else { return .absent }
    guard let argument = directive.argument, let number = DeltaSeconds.parse(argument) else { return .invalid }
    return .value(number)
  }
}

/// A number of seconds in a field (RFC 9111, section 1.2.2).
enum DeltaSeconds {
  /// What a number that is too large counts as: 2³¹, about 68 years.
  static let maximum = 1 << 31

  /// The number, at most ``maximum``; `nil` where the text is anything but digits.
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

/// What a request says about caching (RFC 9111, sections 5.2.1 and 5.4; RFC 5861, section 4).
struct RequestDirectives: Sendable, Hashable {
  /// Only an answer that the service has just confirmed.
  var isNoCache = false
  /// The answer is not to be stored.
  var isNoStore = false
  /// Only what is stored, whatever the network could do.
  var isOnlyIfCached = false
  /// The greatest age in seconds.
  var maxAge: Int?
  /// For how many seconds an answer may be stale.
  var maxStale: Int?
  /// For how many seconds an answer must stay fresh.
  var minFresh: Int?
  /// For how many seconds an answer may be stale where the service fails.
  var staleIfError: Int?

  /// Reads the fields of a request; numbers that are none count as what is safe: ask the service.
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

/// What an answer says about caching to a private cache (RFC 9111, section 5.2.2; RFC 5861; RFC 8246).
///
/// `s-maxage` and `proxy-revalidate` are for shared caches and not here; `no-cache` with a list of fields counts as one without.
struct ResponseDirectives: Sendable, Hashable {
  /// For how many seconds the answer is fresh; an invalid number is 0.
  let maxAge: Int?
  /// The answer is to be confirmed by the service before every use.
  let isNoCache: Bool
  /// The answer is not to be stored.
  let isNoStore: Bool
  /// Once stale, the answer is not to be used without the service.
  let mustRevalidate: Bool
  /// Storing is for those who know what the status means.
  let mustUnderstand: Bool
  /// The content never changes while it is fresh.
  let isImmutable: Bool
  /// The answer may be stored although nothing else says so.
  let isPublic: Bool
  /// The answer may be stored by a private cache.
  let isPrivate: Bool
  /// For how many seconds it may be used stale while it is being confirmed.
  let staleWhileRevalidate: Int
  /// For how many seconds it may be used stale where the service fails.
  let staleIfError: Int

  /// Whether stale use is forbidden under all circumstances (RFC 9111, section 4.2.4).
  var forbidsStale: Bool { isNoCache || isNoStore || mustRevalidate }

  /// Reads the fields of an answer.
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
