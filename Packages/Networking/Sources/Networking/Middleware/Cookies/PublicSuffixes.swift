import NetworkingFoundation

/// Domains under which anyone can register a name, such as `co.uk`, so their subdomains must not share cookies.
///
/// The domains come from the system's copy of the Public Suffix List (publicsuffix.org), such as the Debian or Fedora
/// package `publicsuffix`. The list has its own license (MPL) and changes every week, so this package doesn't include
/// it. Without the list, single-label domains and common categories below a country code (`co.uk`) are public suffixes.
struct PublicSuffixes: Sendable {
  /// The rules with several labels, in ASCII.
  private var suffixes: Set<String> = []
  /// The domains whose subdomains are all public suffixes, such as `ck` for the rule `*.ck`.
  private var parents: Set<String> = []
  private var exceptions: Set<String> = []

  /// The system's list, read on first use.
  static let system: PublicSuffixes = {
    let paths = ["/usr/share/publicsuffix/public_suffix_list.dat", "/usr/share/publicsuffix/effective_tld_names.dat"]
    let list = paths.lazy.compactMap { FileManager.default.contents(atPath: $0) }.first
    return PublicSuffixes(list: list ?? Data())
  }()

  /// Parses a list, ignoring lines that aren't rules.
  init(list: Data) {
    for line in String(decoding: list, as: UTF8.self).split(whereSeparator: \.isNewline) {
      // A rule ends at the first white space.
      let rule = line.prefix { $0 != " " && $0 != "\t" }
      guard !rule.isEmpty, !rule.hasPrefix("//"), rule.contains(".") || rule.hasPrefix("!") else { continue }
      let isException = rule.hasPrefix("!")
      let isWildcard = rule.hasPrefix("*.")
      let name = isException ? rule.dropFirst() : isWildcard ? rule.dropFirst(2) : rule
      guard let domain = Self.ascii(name) else { continue }
      if isException {
        exceptions.insert(domain)
      } else if isWildcard {
        parents.insert(domain)
      } else {
        suffixes.insert(domain)
      }
    }
  }

  /// Returns whether a domain in lower-case ASCII is a public suffix.
  func contains(_ domain: String) -> Bool {
    guard let dot = domain.firstIndex(of: ".") else { return true }
    if exceptions.contains(domain) { return false }
    let parent = String(domain[domain.index(after: dot)...])
    return suffixes.contains(domain) || parents.contains(parent) || isUsual(domain[..<dot], below: parent)
  }

  private func isUsual(_ label: Substring, below parent: String) -> Bool {
    suffixes.isEmpty && parent.utf8.count == 2 && !parent.contains(".") && Self.categories.contains(String(label))
  }

  private static let categories: Set<String> = [
    "ac", "co", "com", "ed", "edu", "go", "gob", "gouv", "gov", "govt", "gv", "ltd", "mil", "ne", "net", "nom", "or",
    "org",
    "plc", "sch",
  ]

  private static func ascii(_ name: Substring) -> String? {
    let name = name.lowercased()
    guard !name.isEmpty, !name.hasPrefix("."), !name.contains("*"), !HostName.isMalformed(name) else { return nil }
    return name.utf8.allSatisfy { $0 < 0x80 } ? name : HostName.ascii(name)
  }
}
