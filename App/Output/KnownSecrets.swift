import Basics
import Foundation
import Networking

/// The secret values in this run, which are redacted in the output.
///
/// Services, proxies and libraries can echo their input, so any text can contain a secret. ``StandardStream``,
/// ``Console`` and ``LogFile`` redact the program's output. ``SecretRedactingTransport`` redacts responses and
/// therefore the screens.
///
/// A value is recognized in any letter case, percent-encoded (RFC 3986), as the content of a JSON string (RFC 8259),
/// and in Base64 (RFC 4648) at any offset. It isn't recognized in compressed, hashed, encrypted, reversed,
/// hexadecimal or split form.
final class KnownSecrets: Sendable {
  private struct Patterns {
    var inResponses = KnownSecretPatterns()
    var inData = KnownSecretPatterns()
    var all = KnownSecretPatterns()
  }

  /// The minimum length of a secret, in bytes.
  ///
  /// Redacting shorter values, such as `key` or `2026`, would make messages unreadable.
  static let minimumLength = 6
  static let replacement = "•••"

  private let patterns = Locked(Patterns())

  /// Adds a secret.
  ///
  /// A secret chosen by a person (`isPassword`) may occur in a successful response by chance, and is redacted only when
  /// it is shown. A secret that consists of words, such as a wrong key `bitcoin`, is redacted in messages, logs and
  /// failed responses, but not in data. There, redacting it would hide ordinary words and reveal which word it is.
  func add(_ value: String, isPassword: Bool = false) {
    let value = value.trimmingCharacters(in: .whitespacesAndNewlines)
    guard value.utf8.count >= Self.minimumLength else { return }
    patterns.withLock { patterns in
      patterns.all.add(value)
      guard !Self.consistsOfWords(value) else { return }
      patterns.inData.add(value)
      if !isPassword { patterns.inResponses.add(value) }
    }
  }

  /// Returns whether a value has no digits and is shorter than generated keys, like `bitcoin` and `usd-coin`.
  private static func consistsOfWords(_ value: String) -> Bool {
    value.count < 20 && value.allSatisfy { $0.isLetter || " -_.".contains($0) }
  }

  func redacted(_ text: String, isData: Bool = false) -> String {
    redacted(text, isData: isData) { _ in true }
  }

  /// Returns a JSON document with secrets replaced only inside its strings, which keeps the document valid.
  func redacted(json document: String, isData: Bool = false) -> String {
    var position = 0
    var isInString = false
    var isEscaped = false
    let bytes = Array(document.utf8)
    return redacted(document, isData: isData) { start in
      while position < start {
        let byte = bytes[position]
        position += 1
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = isInString
        } else if byte == UInt8(ascii: "\"") {
          isInString.toggle()
        }
      }
      return isInString
    }
  }

  /// Replaces all matches that `isAccepted` accepts, given the match's start offset in bytes.
  ///
  /// `isAccepted` receives the offsets in ascending order.
  private func redacted(_ text: String, isData: Bool, where isAccepted: (Int) -> Bool) -> String {
    let patterns = patterns.withLock { isData ? $0.inData : $0.all }
    guard !patterns.isEmpty else { return text }
    let bytes = Array(text.utf8)
    let matches = patterns.matches(in: bytes).filter { isAccepted($0.lowerBound) }
    guard !matches.isEmpty else { return text }
    var result: [UInt8] = []
    var position = 0
    for match in matches {
      result += bytes[position..<match.lowerBound]
      result += Self.replacement.utf8
      position = match.upperBound
    }
    result += bytes[position...]
    return String(decoding: result, as: UTF8.self)
  }

  /// Returns the patterns to replace in a response; a failed response contains no data.
  func patterns(forSuccess isSuccess: Bool) -> KnownSecretPatterns {
    patterns.withLock { isSuccess ? $0.inResponses : $0.all }
  }
}

/// The byte sequences of secrets, matched regardless of the case of ASCII letters.
struct KnownSecretPatterns: Sendable {
  private var patterns: [[UInt8]] = []
  /// Whether any pattern begins with a byte, indexed by the byte's value.
  private var beginnings = [Bool](repeating: false, count: 256)

  var isEmpty: Bool { patterns.isEmpty }
  /// The length of the longest pattern, in bytes.
  var longest: Int { patterns.first?.count ?? 0 }

  mutating func add(_ value: String) {
    for form in Self.forms(of: value) where form.count >= KnownSecrets.minimumLength {
      let folded = form.map(Self.folded)
      guard !patterns.contains(folded) else { continue }
      patterns.append(folded)
      beginnings[Int(folded[0])] = true
    }
    // Sort the longest patterns first, because one value may begin with another.
    patterns.sort { $0.count > $1.count }
  }

  /// Returns the ranges of secrets, in ascending order and without overlaps.
  func matches(in bytes: [UInt8]) -> [Range<Int>] {
    guard !patterns.isEmpty else { return [] }
    var matches: [Range<Int>] = []
    bytes.withUnsafeBufferPointer { bytes in
      var index = 0
      while index < bytes.count {
        if beginnings[Int(Self.folded(bytes[index]))], let length = match(at: index, in: bytes) {
          matches.append(index..<index + length)
          index += length
        } else {
          index += 1
        }
      }
    }
    return matches
  }

  private func match(at start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    patterns.first { pattern in
      pattern.count <= bytes.count - start
        && pattern.indices.allSatisfy { pattern[$0] == Self.folded(bytes[start + $0]) }
    }?.count
  }

  private static func folded(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 0x20 : byte
  }

  private static func forms(of value: String) -> [[UInt8]] {
    let unreserved = CharacterSet(charactersIn: "-._~").union(.alphanumerics).intersection(
      CharacterSet(charactersIn: "!"..."~")
    )
    var texts = [value, value.addingPercentEncoding(withAllowedCharacters: unreserved) ?? value]
    for options in [JSONEncoder.OutputFormatting(), .withoutEscapingSlashes] {
      let encoder = JSONEncoder()
      encoder.outputFormatting = options
      // Encoding a string can't fail.
      if let quoted = try? encoder.encode(value) {
        texts.append(String(decoding: quoted.dropFirst().dropLast(), as: UTF8.self))
      }
    }
    return texts.map { Array($0.utf8) } + base64Forms(of: Array(value.utf8))
  }

  /// Returns the Base64 digits that depend only on the value, for each of its three possible offsets in encoded data.
  private static func base64Forms(of value: [UInt8]) -> [[UInt8]] {
    var forms: [[UInt8]] = []
    for (offset, foreignDigits) in [(0, 0), (1, 2), (2, 3)] {
      let bytes = [UInt8](repeating: 0, count: offset) + value
      let digits = Array(Data(bytes).base64EncodedString().utf8)[foreignDigits..<bytes.count * 8 / 6]
      forms.append(Array(digits))
      // The URL-safe alphabet (RFC 4648, section 5).
      forms.append(
        digits.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: "-") : $0 == UInt8(ascii: "/") ? UInt8(ascii: "_") : $0 }
      )
    }
    return forms
  }
}
