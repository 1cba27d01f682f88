import Foundation

/// Text folding for search, which removes differences in case, diacritics and width and produces UTF-8.
///
/// Characters are folded one at a time, so matches can be mapped back to characters.
struct TextFolder {
  private var known: [Character: [UInt8]] = [:]

  /// Replacements from CLDR's Latin-ASCII transform, for letters whose stroke or ligature isn't a Unicode diacritic.
  private static let letters: [Character: String] = [
    "ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h", "ŧ": "t", "ŋ": "n",
  ]

  mutating func append(_ text: String, to bytes: inout [UInt8]) {
    var text = text
    let isASCII = text.withUTF8 { source in
      guard source.allSatisfy({ $0 < 0x80 }) else { return false }
      bytes.append(contentsOf: source.lazy.map(Self.folded))
      return true
    }
    guard !isASCII else { return }
    for character in text { append(character, to: &bytes) }
  }

  mutating func append(_ character: Character, to bytes: inout [UInt8]) {
    if let ascii = character.utf8.first, ascii < 0x80, character.utf8.count == 1 {
      bytes.append(Self.folded(ascii))
    } else if let folded = known[character] {
      bytes.append(contentsOf: folded)
    } else {
      let folded = Self.folded(character)
      known[character] = folded
      bytes.append(contentsOf: folded)
    }
  }

  static func folded(_ text: String) -> [UInt8] {
    var folder = TextFolder()
    var bytes: [UInt8] = []
    folder.append(text, to: &bytes)
    return bytes
  }

  /// Returns an ASCII letter in lowercase, or a blank for NUL, which separates strings in an index.
  private static func folded(_ ascii: UInt8) -> UInt8 {
    switch ascii {
    case 0x41...0x5A: ascii | 0x20
    case 0: 0x20
    default: ascii
    }
  }

  private static func folded(_ character: Character) -> [UInt8] {
    let options: String.CompareOptions = [.caseInsensitive, .diacriticInsensitive, .widthInsensitive]
    let text = String(character).folding(options: options, locale: nil)
    var bytes: [UInt8] = []
    for part in text {
      // Folding never produces NUL from another character, but NUL in the text would split the index entry.
      bytes.append(contentsOf: (letters[part] ?? String(part)).utf8.lazy.map { $0 == 0 ? 0x20 : $0 })
    }
    return bytes
  }
}
