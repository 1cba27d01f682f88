import Foundation

/// Writes vCards, version 4.0 (RFC 6350).
///
/// The service has one name where a vCard has five parts: the last word counts as the family name, those before as the given
/// one, and a single word as the family name. The team is a unit of an organisation that is not named; the type of employment is the title.
enum VCardWriter {
  /// The longest line in bytes, without its line break (section 3.2).
  static let lineLimit = 75

  /// The cards, one after the other.
  static func data(of employees: [Employee], photo: (Employee) -> Data?) -> Data {
    var bytes: [UInt8] = []
    for employee in employees { append(employee, photo: photo(employee), to: &bytes) }
    return Data(bytes)
  }

  private static func append(_ employee: Employee, photo: Data?, to bytes: inout [UInt8]) {
    func line(_ text: String) { append(line: text, to: &bytes) }
    line("BEGIN:VCARD")
    line("VERSION:4.0")
    line("FN:\(escaped(employee.displayName))")
    line("N:\(name(employee.displayName))")
    line("UID:urn:uuid:\(employee.id.uuidString.lowercased())")
    line("EMAIL;TYPE=work:\(escaped(employee.emailAddress))")
    if let number = employee.phoneNumber, !number.isEmpty {
      line(PhoneNumber(number).uri.map { "TEL;VALUE=uri;TYPE=work:\($0)" } ?? "TEL;TYPE=work:\(escaped(number))")
    }
    line("ORG:;\(escaped(employee.team))")
    line("TITLE:\(escaped(employee.type.title))")
    if let biography = employee.biography, !biography.isEmpty { line("NOTE:\(escaped(biography))") }
    if let photo { line("PHOTO:data:\(mediaType(of: photo));base64,\(photo.base64EncodedString())") }
    line("END:VCARD")
  }

  /// Family name, given names, and three parts that are not known (section 6.2.2).
  private static func name(_ fullName: String) -> String {
    let words = fullName.split(whereSeparator: \.isWhitespace)
    let family = words.last.map(String.init) ?? ""
    return "\(escaped(family));\(escaped(words.dropLast().joined(separator: " ")));;;"
  }

  /// A value of the type text (section 3.4): line breaks as `\n`, what parts values escaped, and controls, which are not allowed,
  /// as blanks.
  static func escaped(_ text: String) -> String {
    // Scalar by scalar: `append(contentsOf:)` of a scalar view copies the whole text each time.
    var result = String.UnicodeScalarView()
    var isAfterReturn = false
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n" where isAfterReturn: break
      case "\n", "\r":
        result.append("\\")
        result.append("n")
      case "\\", ",", ";":
        result.append("\\")
        result.append(scalar)
      case "\t": result.append(scalar)
      case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}": result.append(" ")
      default: result.append(scalar)
      }
      isAfterReturn = scalar == "\r"
    }
    return String(result)
  }

  /// A line, folded where it is too long, without a cut within a character's bytes (section 3.2).
  static func append(line: String, to bytes: inout [UInt8]) {
    var length = 0
    for scalar in line.unicodeScalars {
      let width = UTF8.width(scalar)
      if length + width > lineLimit {
        bytes.append(contentsOf: [0x0D, 0x0A, 0x20])
        length = 1
      }
      bytes.append(contentsOf: UTF8.encode(scalar).map { Array($0) } ?? [])
      length += width
    }
    bytes.append(contentsOf: [0x0D, 0x0A])
  }

  /// What kind of picture it is, by its first bytes; names and headers can be wrong.
  static func mediaType(of photo: Data) -> String {
    let start = Array(photo.prefix(12))
    if start.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return "image/png" }
    if start.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
    if start.starts(with: Array("GIF8".utf8)) { return "image/gif" }
    if start.starts(with: Array("RIFF".utf8)), start.dropFirst(8).starts(with: Array("WEBP".utf8)) {
      return "image/webp"
    }
    return "application/octet-stream"
  }
}
