import Foundation
import Testing

@testable import generate_width_tables

/// The Unicode Character Database on this machine, if its version matches the width tables.
enum UnicodeData {
  /// The directory in `UNICODE_DATA` or from Debian's `unicode-data` package, or `nil` without the right version.
  static let folder: UnicodeDataFolder? = {
    let path = ProcessInfo.processInfo.environment["UNICODE_DATA"] ?? "/usr/share/unicode"
    let folder = UnicodeDataFolder(url: URL(fileURLWithPath: path))
    guard let title = try? folder.title(of: "EastAsianWidth.txt"), title.contains(WidthClasses.version) else {
      return nil
    }
    return folder
  }()

  static let hint: Comment = "needs the Unicode 17.0.0 data: set UNICODE_DATA to its folder"

  /// Returns the assigned code points that a string can contain.
  static func assignedScalars(_ folder: UnicodeDataFolder) throws -> [Unicode.Scalar] {
    try folder.ranges(of: "extracted/DerivedGeneralCategory.txt")
      .filter { $0.value != "Cn" && $0.value != "Cs" && $0.value != "Co" }
      .flatMap { $0.codePoints.compactMap { Unicode.Scalar(UInt32($0)) } }
  }

  static func sequences(_ folder: UnicodeDataFolder, _ path: String) throws -> [String] {
    try folder.rows(of: path).map { fields in
      var text = ""
      for code in fields[0].split(separator: " ") {
        guard let value = UInt32(code, radix: 16), let scalar = Unicode.Scalar(value) else { continue }
        text.unicodeScalars.append(scalar)
      }
      return text
    }
  }
}

extension StringProtocol {
  var codePoints: String {
    unicodeScalars.map { String($0.value, radix: 16, uppercase: true) }.joined(separator: " ")
  }
}
