import Basics
import Foundation

extension ValueRule where Value == String {
  /// The rule for nonempty text.
  public static var text: Self { .text(expectation: "non-empty text", example: "word") }

  /// Returns a rule for nonempty text, with a custom description.
  public static func text(expectation: String, example: String) -> Self {
    Self(expectation: expectation, example: example) { word throws(ValidationError) in
      guard !word.isEmpty else { throw ValidationError("it is empty") }
      return word
    }
  }

  /// Returns a rule for a service's API key, which is sent in a header field (RFC 9110, section 5.5).
  ///
  /// Validation errors don't contain any part of the key.
  public static func key(example: String) -> Self {
    let longest = 512
    return Self(expectation: "a key of at most \(longest) visible ASCII characters", example: example) {
      word throws(ValidationError) in
      let key = word.trimmingCharacters(in: .whitespacesAndNewlines)
      guard !key.isEmpty else { throw ValidationError("it is empty") }
      for byte in key.utf8 {
        switch byte {
        case 0x21...0x7E: break
        case 0x0A, 0x0D: throw ValidationError("it contains a line break")
        case 0x09, 0x20: throw ValidationError("it contains a space")
        case 0x00...0x1F, 0x7F: throw ValidationError("it contains a control character")
        default: throw ValidationError("it contains a non-ASCII character")
        }
      }
      guard key.utf8.count <= longest else { throw ValidationError("it is too long") }
      return key
    }
  }

  /// The rule for file paths, which are returned as typed.
  ///
  /// The file need not exist.
  public static var file: Self { path(expectation: "a file path", example: "file.json", completion: .files) }

  /// The rule for directory paths, which are returned as typed.
  ///
  /// The directory need not exist.
  public static var folder: Self { path(expectation: "a folder path", example: "folder", completion: .folders) }

  /// The rule for a shell command line, which may be empty.
  public static var command: Self {
    Self(expectation: "a shell command, or an empty value", example: "less") { word throws(ValidationError) in
      guard !word.unicodeScalars.contains("\0") else { throw ValidationError("it contains a NUL character") }
      return word
    }
  }

  /// Returns a rule for currency codes in any letter case; the codes become lowercase.
  public static func currency(among codes: [String]) -> Self {
    let rule = choice(codes.map { Choice($0.lowercased()) })
    return Self(expectation: rule.expectation, example: rule.example, choices: rule.choices) {
      word throws(ValidationError) in try rule.parse(word.lowercased())
    }
  }

  private static func path(expectation: String, example: String, completion: CompletionKind) -> Self {
    Self(expectation: expectation, example: example, completion: completion) { word throws(ValidationError) in
      guard !word.isEmpty else { throw ValidationError("it is empty") }
      // The system ends a path at its first NUL (POSIX, 3.254 Pathname), so the path would lead to a different file.
      guard !word.unicodeScalars.contains("\0") else { throw ValidationError("it contains a NUL character") }
      return word
    }
  }

  /// Returns a rule for values from a closed set.
  public static func choice(_ choices: [Choice]) -> Self {
    closedSet(choices, values: choices.map(\.word))
  }
}

extension ValueRule where Value: CaseIterable & RawRepresentable<String> {
  /// Returns a rule for the raw values of an enumeration, with a `summary` of each case for shell completions.
  public static func choice(
    of type: Value.Type = Value.self,
    summary: (Value) -> String = { _ in "" }
  ) -> Self {
    let values = Array(type.allCases)
    return closedSet(values.map { Choice($0.rawValue, summary($0)) }, values: values)
  }
}

extension ValueRule {
  private static func closedSet(_ choices: [Choice], values: [Value]) -> Self {
    let words = choices.map(\.word)
    return Self(
      expectation: words.count == 1 ? words[0] : "one of " + words.joined(separator: ", "),
      example: words.first ?? "",
      choices: choices
    ) { word throws(ValidationError) in
      guard let index = words.firstIndex(of: word) else {
        throw ValidationError(
          word.isEmpty ? "it is empty" : "unknown choice",
          suggestion: Spelling.nearest(to: word, among: words, limit: 1).first
        )
      }
      return values[index]
    }
  }
}
