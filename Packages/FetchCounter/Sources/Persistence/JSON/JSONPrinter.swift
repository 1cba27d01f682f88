/// Writes a tree as text that people can read: two spaces a level, a member a line, a line break at the end.
enum JSONPrinter {
  /// The text of a tree.
  static func print(_ tree: JSONTree) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(512)
    append(tree, level: 0, to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }

  /// Hands the text without any white space to a consumer, piece by piece.
  static func visitCompactText(of tree: JSONTree, _ consume: (UnsafeBufferPointer<UInt8>) -> Void) {
    func emit(_ text: String) {
      var text = text
      text.withUTF8(consume)
    }
    func visit(_ tree: JSONTree) {
      switch tree {
      case .scalar(let token):
        emit(token)
      case .array(let elements):
        emit("[")
        for (index, element) in elements.enumerated() {
          if index > 0 { emit(",") }
          visit(element)
        }
        emit("]")
      case .object(let members):
        emit("{")
        for (index, member) in members.enumerated() {
          if index > 0 { emit(",") }
          var name: [UInt8] = []
          appendString(member.name, to: &name)
          name.withUnsafeBufferPointer(consume)
          emit(":")
          visit(member.value)
        }
        emit("}")
      }
    }
    visit(tree)
  }

  /// Appends a string token; escapes what RFC 8259 section 7 requires and nothing else.
  static func appendString(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0..<0x20:
        bytes.append(contentsOf: (byte < 0x10 ? "\\u000" : "\\u00").utf8)
        bytes.append(contentsOf: String(byte, radix: 16).utf8)
      default:
        bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func append(_ tree: JSONTree, level: Int, to bytes: inout [UInt8]) {
    switch tree {
    case .scalar(let token):
      bytes.append(contentsOf: token.utf8)
    case .array(let elements):
      appendList(elements, brackets: ("[", "]"), level: level, to: &bytes) { element, bytes in
        append(element, level: level + 1, to: &bytes)
      }
    case .object(let members):
      appendList(members, brackets: ("{", "}"), level: level, to: &bytes) { member, bytes in
        appendString(member.name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        bytes.append(UInt8(ascii: " "))
        append(member.value, level: level + 1, to: &bytes)
      }
    }
  }

  private static func appendList<Element>(
    _ elements: [Element],
    brackets: (UnicodeScalar, UnicodeScalar),
    level: Int,
    to bytes: inout [UInt8],
    _ appendElement: (Element, inout [UInt8]) -> Void
  ) {
    bytes.append(UInt8(ascii: brackets.0))
    for (index, element) in elements.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      appendLineBreak(level: level + 1, to: &bytes)
      appendElement(element, &bytes)
    }
    if !elements.isEmpty { appendLineBreak(level: level, to: &bytes) }
    bytes.append(UInt8(ascii: brackets.1))
  }

  private static func appendLineBreak(level: Int, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * level))
  }
}
