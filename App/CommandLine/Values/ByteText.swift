import Foundation

/// Numbers of bytes as text, with units that are powers of 1,000 (ISO 80000-13).
enum ByteText {
  /// The units and their sizes, the smallest first.
  static let units = [("B", 1), ("KB", 1_000), ("MB", 1_000_000), ("GB", 1_000_000_000)]

  /// A number for people, rounded: `1.5 MB`.
  static func text(_ count: Int) -> String {
    Int64(count).formatted(.byteCount(style: .decimal, allowedUnits: [.bytes, .kb, .mb, .gb], spellsOutZero: false))
  }

  /// A number in the largest unit that divides it, as it is read again: `256MB`, `1500KB`.
  static func word(_ count: Int) -> String {
    for (unit, size) in units.dropFirst().reversed() where count >= size && count % size == 0 {
      return "\(count / size)\(unit)"
    }
    return "\(count)"
  }
}
