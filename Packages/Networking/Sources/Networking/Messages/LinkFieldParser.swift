import NetworkingFoundation

struct LinkFieldParser {
  private let bytes: [UInt8]
  private var position = 0

  private init(_ value: String) { bytes = Array(value.utf8) }

  /// Returns the links before the first error, ignoring empty list members (RFC 9110, section 5.6.1.2).
  static func links(in value: String, base: URL) -> [WebLink] {
    var parser = LinkFieldParser(value)
    var links: [WebLink] = []
    while let link = parser.readLink() {
      let context = link.parameters.first { $0.name == "anchor" }.map { resolve($0.value, base) } ?? base.absoluteURL
      // A link whose reference isn't a valid URL is skipped. The link is well-formed, so parsing continues.
      guard let target = resolve(link.reference, base), let context else { continue }
      let relations = link.parameters.first { $0.name == "rel" }?.value ?? ""
      links.append(
        WebLink(
          target: target,
          relations: relations.split { $0 == " " || $0 == "\t" }.map { $0.lowercased() },
          context: context,
          attributes: attributes(link.parameters)
        )
      )
    }
    return links
  }

  private typealias Parameter = WebLink.Attribute

  // MARK: Meaning

  /// Resolves a reference; an empty reference means the base URL without its fragment (RFC 3986, section 5.2.2).
  private static func resolve(_ reference: String, _ base: URL) -> URL? {
    guard !reference.isEmpty else {
      var parts = URLComponents(url: base, resolvingAgainstBaseURL: true)
      parts?.percentEncodedFragment = nil
      return parts?.url
    }
    return URL(string: reference, relativeTo: base)?.absoluteURL
  }

  /// Returns the target attributes (appendix B.2, steps 14 to 16).
  ///
  /// If a single-valued attribute occurs several times, its first value is used. An encoded value takes precedence.
  private static func attributes(_ parameters: [Parameter]) -> [WebLink.Attribute] {
    var encodedNames: Set<String> = []
    var encoded: [Int: WebLink.Attribute] = [:]
    for (place, parameter) in parameters.enumerated() where parameter.name.last == "*" {
      let name = String(parameter.name.dropLast())
      guard let value = ExtendedValue.decode(parameter.value), encodedNames.insert(name).inserted else { continue }
      encoded[place] = WebLink.Attribute(name: name, value: value)
    }
    var singleNames: Set<String> = []
    return parameters.enumerated().compactMap { place, parameter in
      let name = parameter.name
      if name.last == "*" { return encoded[place] }
      if name == "rel" || name == "anchor" || encodedNames.contains(name) { return nil }
      return !single.contains(name) || singleNames.insert(name).inserted ? parameter : nil
    }
  }

  private static let single: Set<String> = ["media", "title", "type"]

  // MARK: Syntax

  private mutating func readLink() -> (reference: String, parameters: [Parameter])? {
    skip { Self.isSpace($0) || $0 == UInt8(ascii: ",") }
    guard take("<") else { return nil }
    let reference = read { $0 != UInt8(ascii: ">") }
    guard take(">") else { return nil }
    return (String(FieldList.trimmed(reference[...])), readParameters())
  }

  private mutating func readParameters() -> [Parameter] {
    var parameters: [Parameter] = []
    while true {
      skip(Self.isSpace)
      guard take(";") else { break }
      skip(Self.isSpace)
      let name = read { !Self.isSpace($0) && !"=;,".utf8.contains($0) }.lowercased()
      skip(Self.isSpace)
      var value = ""
      if take("=") {
        skip(Self.isSpace)
        value = take("\"") ? readQuoted() : read { !Self.isSpace($0) && $0 != 0x3B && $0 != 0x2C }
      }
      if !name.isEmpty { parameters.append(Parameter(name: name, value: value)) }
    }
    return parameters
  }

  /// Parses a string after its quotation mark; an unclosed string extends to the end (appendix B.4).
  private mutating func readQuoted() -> String {
    var content: [UInt8] = []
    while position < bytes.count {
      var byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: "\"") { break }
      if byte == UInt8(ascii: "\\") {
        guard position < bytes.count else { break }
        byte = bytes[position]
        position += 1
      }
      content.append(byte)
    }
    return String(decoding: content, as: UTF8.self)
  }

  private mutating func read(while isIncluded: (UInt8) -> Bool) -> String {
    let start = position
    skip(isIncluded)
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func skip(_ isIncluded: (UInt8) -> Bool) {
    while position < bytes.count, isIncluded(bytes[position]) { position += 1 }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}

/// A parameter value with its character set and language (RFC 8187, section 3.2).
enum ExtendedValue {
  /// Decodes a value such as `UTF-8'en'%C2%A3%20rates`; `nil` if it is malformed or isn't UTF-8.
  static func decode(_ text: String) -> String? {
    let parts = text.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].lowercased() == "utf-8" else { return nil }
    return PercentCoding.decode(parts[2].utf8, where: isAttributeCharacter).flatMap {
      String(validating: $0, as: UTF8.self)
    }
  }

  /// Returns whether the byte is a token character other than `*`, `'` and `%` (RFC 8187, section 3.2.1).
  private static func isAttributeCharacter(_ byte: UInt8) -> Bool {
    HTTPToken.isTokenCharacter(byte) && !"*'%".utf8.contains(byte)
  }
}
