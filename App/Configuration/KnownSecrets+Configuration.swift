import Foundation
import Networking

extension KnownSecrets {
  /// The variables that can hold a proxy's address with a password.
  private static let proxyVariables = ["http_proxy", "https_proxy", "all_proxy"]

  /// Collects the secrets of the command line and the environment; the configuration file adds its own when it is read.
  convenience init(_ invocation: Invocation, environment: [String: String]) {
    self.init()
    for setting in Settings.all {
      if let word = environment.setWord(setting.environmentVariable) { add(word, of: setting) }
      if let word = invocation.lastWord(ofOption: setting.optionName) { add(word, of: setting) }
    }
    for (name, word) in environment where Self.proxyVariables.contains(name.lowercased()) { addUserInfo(of: word) }
  }

  /// Adds the secrets of a configuration file, in whichever profile.
  func add(_ file: ConfigurationFile) {
    for words in [file.words] + file.profiles.values {
      for setting in Settings.all {
        if let word = words[setting.key] { add(word, of: setting) }
      }
    }
  }

  private func add(_ word: String, of setting: SettingSpecification) {
    if setting.isSecret { add(word) }
    guard ConfiguredService.allCases.contains(where: { $0.setting.specification.key == setting.key }) else { return }
    addUserInfo(of: word)
    let redactor = SecretRedactor()
    for item in ShownAddress.queryItems(of: word) where redactor.isSecret(String(item.name)) {
      add(String(item.value))
      if let decoded = item.value.removingPercentEncoding { add(decoded) }
    }
  }

  /// Adds the password of an address, and the user with it, which Basic authentication sends in one piece (RFC 7617).
  private func addUserInfo(of address: String) {
    let rest = address.range(of: "://").map { address[$0.upperBound...] } ?? address[...]
    guard let at = rest.prefix(while: { !"?#".contains($0) }).lastIndex(of: "@") else { return }
    let userInfo = rest[..<at]
    guard let colon = userInfo.firstIndex(of: ":") else { return }
    for text in [userInfo, userInfo[userInfo.index(after: colon)...]] {
      add(String(text), isPassword: true)
      if let decoded = text.removingPercentEncoding { add(decoded, isPassword: true) }
    }
  }
}

/// The address of a service as people may see it: the user information and the values of the query are redacted.
struct ShownAddress: CustomStringConvertible {
  private static let mark = "••••"

  let description: String

  /// Redacts an address, whether or not it is a valid URL; the fragment, which is never sent, is left out.
  init(_ address: String) {
    var text = address.prefix { $0 != "#" && $0 != "?" }
    let start = text.range(of: "://")?.upperBound ?? text.startIndex
    if let at = text[start...].prefix(while: { $0 != "/" }).lastIndex(of: "@") {
      text = text[..<start] + Self.mark + text[at...]
    }
    let items = Self.queryItems(of: address).map { $0.hasValue ? "\($0.name)=\(Self.mark)" : Self.mark }
    description = items.isEmpty ? String(text) : "\(text)?\(items.joined(separator: "&"))"
  }

  /// Redacts the address of a service.
  init(_ url: URL) { self.init(url.absoluteString) }

  /// The items of an address's query as they are written.
  static func queryItems(of address: String) -> [(name: Substring, value: Substring, hasValue: Bool)] {
    let text = address.prefix { $0 != "#" }
    guard let mark = text.firstIndex(of: "?") else { return [] }
    return text[text.index(after: mark)...].split(separator: "&").map { item in
      guard let equals = item.firstIndex(of: "=") else { return (item, "", false) }
      return (item[..<equals], item[item.index(after: equals)...], true)
    }
  }
}
