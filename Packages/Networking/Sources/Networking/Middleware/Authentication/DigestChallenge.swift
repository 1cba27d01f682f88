import NetworkingFoundation

/// A challenge with the Digest scheme (RFC 7616, section 3.3).
struct DigestChallenge: Sendable, Hashable {
  enum Algorithm: String, Sendable {
    case sha256 = "SHA-256"
    case md5 = "MD5"

    /// Returns a string's hash in hexadecimal.
    func hash(_ text: String) -> String {
      switch self {
      case .sha256: SHA256.digest(of: text).hexadecimal
      case .md5: MD5.hexadecimalDigest(of: text)
      }
    }
  }

  let realm: String
  let nonce: String
  let opaque: String?
  let algorithm: Algorithm
  /// Whether the service specified the algorithm; the default is MD5.
  let namesAlgorithm: Bool
  let isSession: Bool
  /// Whether the quality of protection is `auth`; older services specify none.
  let hasQuality: Bool
  /// Whether the service rejected only the nonce, not the password.
  let isStale: Bool
  let hashesUser: Bool

  /// Returns the strongest supported challenge.
  static func best(in headers: HTTPFields, allowsMD5: Bool) -> DigestChallenge? {
    let challenges = AuthenticationChallenges.parse(headers[values: "WWW-Authenticate"])
      .filter { $0.scheme == "digest" }.compactMap { DigestChallenge($0.parameters) }
    return challenges.first { $0.algorithm == .sha256 }
      ?? (allowsMD5 ? challenges.first { $0.algorithm == .md5 } : nil)
  }

  private init?(_ parameters: [String: String]) {
    guard let realm = parameters["realm"], let nonce = parameters["nonce"] else { return nil }
    self.realm = realm
    self.nonce = nonce
    opaque = parameters["opaque"]
    var name = (parameters["algorithm"] ?? Algorithm.md5.rawValue).uppercased()
    namesAlgorithm = parameters["algorithm"] != nil
    isSession = name.hasSuffix("-SESS")
    if isSession { name.removeLast(5) }
    guard let algorithm = Algorithm(rawValue: name) else { return nil }
    self.algorithm = algorithm
    let qualities = parameters["qop"]?.split { $0 == "," || $0 == " " || $0 == "\t" }.map { $0.lowercased() }
    hasQuality = qualities != nil
    // The alternative, "auth-int", requires a hash of the content before the content is sent.
    guard qualities?.contains("auth") != false else { return nil }
    isStale = parameters["stale"]?.lowercased() == "true"
    hashesUser = parameters["userhash"]?.lowercased() == "true"
  }

  /// Returns the `Authorization` field's value (section 3.4).
  func answer(
    to method: HTTPMethod,
    _ url: URL,
    by credentials: DigestCredentials,
    count: UInt32,
    clientNonce: String
  ) -> String {
    let path = url.path(percentEncoded: true)
    let target = (path.isEmpty ? "/" : path) + (url.query(percentEncoded: true).map { "?\($0)" } ?? "")
    let number = String(count, radix: 16)
    let countText = String(repeating: "0", count: max(0, 8 - number.count)) + number
    var secret = algorithm.hash("\(credentials.user):\(realm):\(credentials.password)")
    if isSession { secret = algorithm.hash("\(secret):\(nonce):\(clientNonce)") }
    let middle = hasQuality ? "\(nonce):\(countText):\(clientNonce):auth" : nonce
    let response = algorithm.hash("\(secret):\(middle):\(algorithm.hash("\(method):\(target)"))")

    var parts = [Self.user(credentials.user, hashed: hashesUser ? algorithm.hash("\(credentials.user):\(realm)") : nil)]
    parts += ["realm=\(Self.quoted(realm))", "nonce=\(Self.quoted(nonce))", "uri=\(Self.quoted(target))"]
    if namesAlgorithm { parts.append("algorithm=\(algorithm.rawValue)\(isSession ? "-sess" : "")") }
    if hasQuality { parts += ["qop=auth", "nc=\(countText)"] }
    if hasQuality || isSession { parts.append("cnonce=\(Self.quoted(clientNonce))") }
    parts.append("response=\"\(response)\"")
    if let opaque { parts.append("opaque=\(Self.quoted(opaque))") }
    if hashesUser { parts.append("userhash=true") }
    return "Digest " + parts.joined(separator: ", ")
  }

  private static func user(_ name: String, hashed: String?) -> String {
    if let hashed { return "username=\(quoted(hashed))" }
    // A quoted string must be ASCII, so other user names are encoded (section 3.4, RFC 8187).
    return name.utf8.allSatisfy { (0x20...0x7E).contains($0) }
      ? "username=\(quoted(name))" : "username*=UTF-8''\(PercentCoding.encode(name))"
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing(bytes: "\\", with: "\\\\").replacing(bytes: "\"", with: "\\\"") + "\""
  }
}

/// The challenges in a `WWW-Authenticate` field (RFC 9110, section 11.6.1).
enum AuthenticationChallenges {
  struct Challenge {
    /// The authentication scheme, in lower case.
    let scheme: String
    /// The parameters, keyed by lower-case name.
    var parameters: [String: String] = [:]
    var isMalformed = false
  }

  /// Parses challenges, omitting those with a repeated or malformed parameter.
  static func parse(_ values: [String]) -> [Challenge] {
    var challenges: [Challenge] = []
    for value in values {
      // A parameter belongs to the challenge that precedes it in the same field line.
      var current: Challenge?
      for member in FieldList.members(value) {
        var parameter = member
        if let (scheme, rest) = start(of: member) {
          if let current { challenges.append(current) }
          current = Challenge(scheme: scheme)
          parameter = rest
        }
        guard !parameter.isEmpty else { continue }
        guard let (name, text) = split(parameter), current?.parameters[name] == nil else {
          current?.isMalformed = true
          continue
        }
        current?.parameters[name] = text
      }
      if let current { challenges.append(current) }
    }
    return challenges.filter { !$0.isMalformed }
  }

  /// Returns the scheme at the start of a list member and the text after it; `nil` if the member is only a parameter.
  private static func start(of member: Substring) -> (scheme: String, rest: Substring)? {
    let token = member.prefix { $0 != " " && $0 != "\t" && $0 != "=" }
    guard HTTPToken.isValid(token) else { return nil }
    let rest = FieldList.trimmed(member[token.endIndex...])
    // A parameter may have white space around its equals sign.
    return rest.first == "=" ? nil : (token.lowercased(), rest)
  }

  private static func split(_ parameter: Substring) -> (String, String)? {
    guard let equals = parameter.firstIndex(of: "=") else { return nil }
    let name = FieldList.trimmed(parameter[..<equals])
    let value = FieldList.trimmed(parameter[parameter.index(after: equals)...])
    let isQuoted = value.utf8.count >= 2 && value.hasPrefix("\"") && value.hasSuffix("\"")
    guard HTTPToken.isValid(name), !value.isEmpty, isQuoted || !value.contains("\"") else { return nil }
    return (name.lowercased(), FieldList.unquoted(value))
  }
}
