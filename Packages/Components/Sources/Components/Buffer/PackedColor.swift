/// A colour, or none, in four bytes: what kind it is in the highest, its parts below.
package struct PackedColor: Hashable, Sendable {
  package let rawValue: UInt32

  /// The terminal's own colour.
  package static let none = PackedColor(rawValue: 0)

  private static let named: UInt32 = 1 << 24
  private static let palette: UInt32 = 2 << 24
  private static let exact: UInt32 = 3 << 24

  private init(rawValue: UInt32) { self.rawValue = rawValue }

  package init(_ color: Color?) {
    switch color {
    case nil: rawValue = 0
    case .ansi(let name): rawValue = Self.named | UInt32(name.rawValue)
    case .palette(let index): rawValue = Self.palette | UInt32(index)
    case .rgb(let parts):
      rawValue = Self.exact | UInt32(parts.red) << 16 | UInt32(parts.green) << 8 | UInt32(parts.blue)
    }
  }

  /// The colour that was packed.
  package var color: Color? {
    switch rawValue & 0xFF00_0000 {
    case Self.named: ANSIColor(rawValue: UInt8(truncatingIfNeeded: rawValue)).map { .ansi($0) }
    case Self.palette: .palette(UInt8(truncatingIfNeeded: rawValue))
    case Self.exact: .hex(rawValue)
    default: nil
    }
  }
}
