import Foundation

/// An editor that changes individual members in a configuration file's text, and leaves all other text unchanged.
///
/// The text must be a JSON object, which ``ConfigurationFile`` checks first.
struct ConfigurationEdit {
  private(set) var text: [UInt8]

  init(_ content: Data) { text = Array(content) }

  private struct Member {
    let key: String
    /// The range of the key, the value, and everything between them.
    let range: Range<Int>
    let value: Range<Int>
  }

  /// Sets a member to a string value; new members are added at the end.
  mutating func set(_ key: String, to value: String) throws {
    let encoded = try Self.encoded(value)
    let object = try Self.members(in: text)
    if let member = object.members.last(where: { $0.key == key }) {
      text.replaceSubrange(member.value, with: encoded)
      return
    }
    let member = try Self.encoded(key) + Array(": ".utf8) + encoded
    if let last = object.members.last {
      // Use the white space between the last two members before the new member as well.
      let gap = object.gap.isEmpty ? Array(" ".utf8) : object.gap
      text.insert(contentsOf: Array(",".utf8) + gap + member, at: last.range.upperBound)
    } else {
      text.replaceSubrange(object.inside, with: Array("\n  ".utf8) + member + Array("\n".utf8))
    }
  }

  mutating func remove(_ key: String) throws -> Bool {
    let members = try Self.members(in: text).members
    guard let index = members.lastIndex(where: { $0.key == key }) else { return false }
    guard members.count > 1 else {
      text.replaceSubrange(try Self.members(in: text).inside, with: Array("\n".utf8))
      return true
    }
    let isLast = index == members.count - 1
    let start = isLast && index > 0 ? members[index - 1].range.upperBound : members[index].range.lowerBound
    let end = isLast ? members[index].range.upperBound : members[index + 1].range.lowerBound
    text.removeSubrange(start..<end)
    return true
  }

  private static func encoded(_ value: String) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return Array(try encoder.encode(value))
  }

  private struct Object {
    var members: [Member] = []
    /// The range between the braces.
    var inside: Range<Int>
    /// The white space before the last member.
    var gap: [UInt8] = []
  }

  private static func members(in text: [UInt8]) throws -> Object {
    guard let open = text.firstIndex(of: UInt8(ascii: "{")) else { throw CocoaError(.propertyListReadCorrupt) }
    var object = Object(inside: open + 1..<text.count)
    var position = open + 1
    func skipSpace() {
      while position < text.count, [0x20, 0x09, 0x0A, 0x0D].contains(text[position]) { position += 1 }
    }
    /// Skips a string whose opening quotation mark is at the current position.
    func skipString() {
      position += 1
      while position < text.count, text[position] != UInt8(ascii: "\"") {
        position += text[position] == UInt8(ascii: "\\") ? 2 : 1
      }
      position += 1
    }
    func skipValue() {
      var depth = 0
      while position < text.count {
        switch text[position] {
        case UInt8(ascii: "\""):
          skipString()
          continue
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          if depth == 0 { return }
          depth -= 1
        case UInt8(ascii: ","), 0x20, 0x09, 0x0A, 0x0D: if depth == 0 { return }
        default: break
        }
        position += 1
      }
    }
    while position < text.count {
      let before = position
      skipSpace()
      guard position < text.count, text[position] == UInt8(ascii: "\"") else { break }
      object.gap = Array(text[before..<position])
      let start = position
      skipString()
      let key = try JSONDecoder().decode(String.self, from: Data(text[start..<min(position, text.count)]))
      skipSpace()
      position += 1  // the colon
      skipSpace()
      let value = position
      skipValue()
      object.members.append(Member(key: key, range: start..<position, value: value..<position))
      let end = position
      skipSpace()
      guard position < text.count, text[position] == UInt8(ascii: ",") else {
        position = end
        break
      }
      position += 1
    }
    skipSpace()
    object.inside = open + 1..<min(position, text.count)
    return object
  }
}
