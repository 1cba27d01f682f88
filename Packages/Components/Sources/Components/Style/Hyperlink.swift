/// Where a piece of text leads, checked so that it can be put into an escape sequence.
///
/// A target comes from data as often as from the program, so only what cannot end or alter the sequence is let through.
/// Source: the "Hyperlinks in terminal emulators" convention (OSC 8), which asks for bytes 32 to 126 only.
public struct Hyperlink: Hashable, Sendable {
  /// The address, printable ASCII only; other characters have been percent-encoded (RFC 3987 § 3.1).
  public let target: String

  /// The schemes that are let through unless others are named.
  public static let defaultSchemes: Set<String> = ["http", "https", "mailto", "tel"]

  /// The longest target in bytes; VTE and iTerm2 ignore links that are longer.
  public static let maximumLength = 2083

  /// Creates a link if the target is an absolute address with one of the schemes.
  ///
  /// Nil for an unknown scheme, for blanks and control characters, and for a target that is too long. Characters
  /// outside ASCII are percent-encoded.
  public init?(_ target: String, schemes: Set<String> = Hyperlink.defaultSchemes) {
    guard let colon = target.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let scheme = target[..<colon].lowercased()
    let rest = target.utf8[target.utf8.index(after: colon)...]
    guard schemes.contains(scheme), !rest.isEmpty else { return nil }
    var encoded = [UInt8]()
    encoded.reserveCapacity(target.utf8.count)
    for byte in target.utf8 {
      switch byte {
      case 0...0x20, 0x7F: return nil
      case 0x80...: encoded += [UInt8(ascii: "%"), Self.hexDigit(byte >> 4), Self.hexDigit(byte & 15)]
      default: encoded.append(byte)
      }
    }
    // A C1 control or a bidirectional override would be harmless once encoded, but only an attacker sends one.
    let isHostile = target.unicodeScalars.contains { SanitizationPolicy.singleLine.replacement(for: $0) != nil }
    guard encoded.count <= Self.maximumLength, !isHostile else { return nil }
    self.target = String(decoding: encoded, as: UTF8.self)
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }
}
