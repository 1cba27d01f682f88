import Foundation

/// An identifier as two numbers: compared in a fraction of the time that a `UUID` takes.
struct IdentifierKey: Equatable {
  private let high: UInt64
  private let low: UInt64

  init(_ id: UUID) {
    (high, low) = withUnsafeBytes(of: id.uuid) { bytes in
      (
        UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
        UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      )
    }
  }
}

extension IdentifierKey: Comparable {
  /// By the bytes, as identifiers are written.
  static func < (left: IdentifierKey, right: IdentifierKey) -> Bool {
    left.high != right.high ? left.high < right.high : left.low < right.low
  }
}
