/// A formatter for readable JSON, with two spaces per level and one member per line.
enum JSONPrinter {
  private static let indentation = 2

  /// Appends valid, compact JSON in indented form, and returns the deepest nesting level.
  @discardableResult
  static func append(compact: [UInt8], level: Int, to bytes: inout [UInt8]) -> Int {
    var level = level
    var deepest = level
    var isInString = false
    var isEscaped = false
    var hasJustOpened = false
    for byte in compact {
      if isInString {
        bytes.append(byte)
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
        continue
      }
      let isClosing = byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}")
      if isClosing {
        level -= 1
        if !hasJustOpened { appendLineBreak(level: level, to: &bytes) }
      } else if hasJustOpened {
        appendLineBreak(level: level, to: &bytes)
      }
      hasJustOpened = false
      bytes.append(byte)
      switch byte {
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        level += 1
        deepest = max(deepest, level)
        hasJustOpened = true
      case UInt8(ascii: ","): appendLineBreak(level: level, to: &bytes)
      case UInt8(ascii: ":"): bytes.append(UInt8(ascii: " "))
      case UInt8(ascii: "\""): isInString = true
      default: break
      }
    }
    return deepest
  }

  static func compact(_ tree: JSONTree) -> [UInt8] {
    var bytes: [UInt8] = []
    append(tree, to: &bytes)
    return bytes
  }

  static func append(_ tree: JSONTree, to bytes: inout [UInt8]) {
    switch tree {
    case .scalar(let token):
      bytes.append(contentsOf: token.utf8)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        append(element, to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      append(members, to: &bytes)
      bytes.append(UInt8(ascii: "}"))
    }
  }

  /// Appends members as compact text without braces.
  static func append(_ members: [JSONTree.Member], to bytes: inout [UInt8]) {
    for (index, member) in members.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes.append(contentsOf: member.token.utf8)
      bytes.append(UInt8(ascii: ":"))
      append(member.value, to: &bytes)
    }
  }

  /// Returns a string token that escapes only the characters required by RFC 8259, section 7.
  static func token(_ text: String) -> String {
    var token = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\":
        token.unicodeScalars.append("\\")
        token.unicodeScalars.append(scalar)
      case "\0"..<" ":
        token += (scalar.value < 0x10 ? "\\u000" : "\\u00") + String(scalar.value, radix: 16)
      default:
        token.unicodeScalars.append(scalar)
      }
    }
    return token + "\""
  }

  private static func appendLineBreak(level: Int, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\n"))
    for _ in 0..<indentation * level { bytes.append(UInt8(ascii: " ")) }
  }
}
