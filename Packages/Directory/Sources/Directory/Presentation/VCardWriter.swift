import Foundation

/// A vCard version; the raw value is its name on the command line.
public enum VCardVersion: String, Sendable, Hashable, CaseIterable {
  /// Version 3.0 (RFC 2426), which more phones support than version 4.0.
  case version3 = "3.0"
  /// Version 4.0 (RFC 6350).
  case version4 = "4.0"
}

/// A vCard writer that uses the last word in a name as the family name.
enum VCardWriter {
  /// The maximum line length, in bytes, not counting the line break (RFC 6350, section 3.2).
  static let lineLimit = 75

  static func data(of employees: [Employee], version: VCardVersion, photo: (Employee) -> Data?) -> Data {
    var bytes: [UInt8] = []
    for employee in employees { append(employee, version, photo: photo(employee), to: &bytes) }
    return Data(bytes)
  }

  private static func append(_ employee: Employee, _ version: VCardVersion, photo: Data?, to bytes: inout [UInt8]) {
    func line(_ text: String) { append(line: text, to: &bytes) }
    line("BEGIN:VCARD")
    line("VERSION:\(version.rawValue)")
    line("FN:\(escaped(employee.displayName))")
    line("N:\(name(employee.displayName))")
    line("UID:urn:uuid:\(employee.id.uuidString.lowercased())")
    let email = escaped(employee.emailAddress)
    line(version == .version3 ? "EMAIL;TYPE=INTERNET,WORK:\(email)" : "EMAIL;TYPE=work:\(email)")
    if let number = employee.phoneNumber, !number.isEmpty { line(telephone(number, version)) }
    line("ORG:;\(escaped(employee.team))")
    // An employment type isn't a job title, and address books show categories as groups.
    line("CATEGORIES:\(escaped(employee.type.title))")
    if let biography = employee.biography, !biography.isEmpty { line("NOTE:\(escaped(biography))") }
    if let photo { line(picture(photo, version)) }
    line("END:VCARD")
  }

  private static func telephone(_ number: String, _ version: VCardVersion) -> String {
    switch version {
    case .version3: "TEL;TYPE=WORK,VOICE:\(escaped(number))"
    // The value is text, because a `tel:` URI needs the country code (RFC 3966, section 5.1.4), which is unknown.
    case .version4: "TEL;TYPE=work:\(escaped(number))"
    }
  }

  private static func picture(_ photo: Data, _ version: VCardVersion) -> String {
    let (type, content) = (mediaType(of: photo), photo.base64EncodedString())
    switch version {
    case .version3:
      // The type parameter is the registered name for the image format (RFC 2426, section 3.1.4).
      let format = type.hasPrefix("image/") ? ";TYPE=\(type.dropFirst("image/".count).uppercased())" : ""
      return "PHOTO;ENCODING=b\(format):\(content)"
    case .version4: return "PHOTO:data:\(type);base64,\(content)"
    }
  }

  /// Returns the family name, the given names, and three empty components (RFC 6350, section 6.2.2).
  private static func name(_ fullName: String) -> String {
    let words = fullName.split(whereSeparator: \.isWhitespace)
    let family = words.last.map(String.init) ?? ""
    return "\(escaped(family));\(escaped(words.dropLast().joined(separator: " ")));;;"
  }

  /// Returns an escaped text value (RFC 6350, section 3.4), with blanks in place of control characters.
  static func escaped(_ text: String) -> String {
    // Append scalars individually, because `append(contentsOf:)` with a scalar view copies the whole string each
    // time.
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

  /// Appends a line, folded at ``lineLimit`` but never within a multibyte character (RFC 6350, section 3.2).
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

  /// Returns a photo's media type based on its first bytes, because file names and header fields can be wrong.
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

/// A phone number, in the notation of ten-digit numbers such as `(555) 666-1234`.
///
/// Numbers are digits without a country (the service's contract), so the country is never certain: ten digits, and
/// eleven that begin with 1, exist in several countries.
struct PhoneNumber: Sendable, Hashable {
  private let text: String

  init(_ text: String) { self.text = text }

  /// The number in parts if it has ten digits in the North American form, or else as the service sent it.
  var formatted: String {
    let digits = Array(text.utf8)
    guard digits.count == 10, digits.allSatisfy({ (0x30...0x39).contains($0) }), digits[0] >= 0x32, digits[3] >= 0x32
    else { return text }
    return "(\(text.prefix(3))) \(text.dropFirst(3).prefix(3))-\(text.suffix(4))"
  }
}
