import CommandLine
import Foundation
import Networking

extension KnownSecrets {
  /// The variables that can contain a proxy address with a password.
  private static let proxyVariables = ["http_proxy", "https_proxy", "all_proxy"]

  /// Collects the secrets in the command line and the environment; reading the configuration file adds its secrets.
  convenience init(_ invocation: Invocation, environment: [String: String]) {
    self.init()
    for setting in Settings.all {
      if let word = environment.setWord(setting.environmentVariable) { add(word, of: setting) }
      if let word = invocation.lastWord(ofOption: setting.optionName) { add(word, of: setting) }
    }
    for (name, word) in environment where Self.proxyVariables.contains(name.lowercased()) { addUserInfo(of: word) }
  }

  /// Adds the secrets in a configuration file, from all profiles.
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

  /// Adds the password from an address, and the user and password in the form used by Basic authentication (RFC 7617).
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

/// A service's address with the user information and the query values redacted.
struct ShownAddress: CustomStringConvertible {
  private static let mark = "••••"

  let description: String

  /// Creates a redacted address, even for an invalid URL.
  ///
  /// The fragment is omitted, because it is never sent.
  init(_ address: String) {
    var text = address.prefix { $0 != "#" && $0 != "?" }
    let start = text.range(of: "://")?.upperBound ?? text.startIndex
    if let at = text[start...].prefix(while: { $0 != "/" }).lastIndex(of: "@") {
      text = text[..<start] + Self.mark + text[at...]
    }
    let items = Self.queryItems(of: address).map { $0.hasValue ? "\($0.name)=\(Self.mark)" : Self.mark }
    description = items.isEmpty ? String(text) : "\(text)?\(items.joined(separator: "&"))"
  }

  init(_ url: URL) { self.init(url.absoluteString) }

  static func queryItems(of address: String) -> [(name: Substring, value: Substring, hasValue: Bool)] {
    let text = address.prefix { $0 != "#" }
    guard let mark = text.firstIndex(of: "?") else { return [] }
    return text[text.index(after: mark)...].split(separator: "&").map { item in
      guard let equals = item.firstIndex(of: "=") else { return (item, "", false) }
      return (item[..<equals], item[item.index(after: equals)...], true)
    }
  }
}

/// A transport that redacts known secrets in response bodies before the bodies are read, shown or stored.
///
/// Error messages, screens and cache files quote such bodies. A body keeps its length. Images and header fields aren't
/// changed, because no text quotes either of them and requests depend on header fields.
struct SecretRedactingTransport: Transport {
  let base: any Transport
  let secrets: KnownSecrets

  func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
    var response = try await base.send(request)
    let patterns = secrets.patterns(forSuccess: response.status.isSuccess)
    let isPicture = response.headers[.contentType]?.lowercased().hasPrefix("image/") == true
    guard !patterns.isEmpty, !(isPicture && response.status.isSuccess) else { return response }
    if let bytes = response.body.bytes {
      response.body = ResponseBody(bytes: patterns.blanked(bytes))
    } else {
      response.body = ResponseBody(source: RedactedBody(response.body, patterns))
    }
    return response
  }
}

extension KnownSecretPatterns {
  /// Returns the bytes with secrets replaced by asterisks, up to the end or to the start of a possibly incomplete
  /// secret.
  fileprivate func blanked(_ data: Data, isComplete: Bool = true) -> Data {
    var bytes = Array(data)
    var end = isComplete ? bytes.count : max(bytes.count - (longest - 1), 0)
    for match in matches(in: bytes) where match.lowerBound < end {
      for index in match { bytes[index] = UInt8(ascii: "*") }
      end = max(end, match.upperBound)
    }
    return Data(bytes[..<end])
  }
}

/// A body that is redacted as it arrives, including secrets that span chunks.
private actor RedactedBody: ResponseBodySource {
  private let body: ResponseBody
  private let patterns: KnownSecretPatterns
  /// The latest bytes, which may be the beginning of a secret; `nil` after the end of the body.
  private var held: Data? = Data()

  init(_ body: ResponseBody, _ patterns: KnownSecretPatterns) {
    self.body = body
    self.patterns = patterns
  }

  func nextChunk() async throws(NetworkError) -> Data? {
    while let before = held {
      var iterator = body.makeAsyncIterator()
      guard let chunk = try await iterator.next() else {
        held = nil
        return before.isEmpty ? nil : patterns.blanked(before)
      }
      let received = before + chunk
      let ready = patterns.blanked(received, isComplete: false)
      held = Data(received.dropFirst(ready.count))
      if !ready.isEmpty { return ready }
    }
    return nil
  }
}
