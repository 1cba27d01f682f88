import Foundation
import Testing

@testable import Components
@testable import generate_width_tables

@Suite("Width table")
struct ScalarTableTests {
  private static func classes() -> [UInt16] {
    (UInt32(0)..<0x11_0000).map { ScalarTable.shared[$0].rawValue }
  }

  @Test("matches the checksum of the table generated from Unicode 17")
  func checksum() {
    // Given: all classes, hashed with FNV-1a (64 bits)
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for value in Self.classes() { hash = (hash ^ UInt64(value)) &* 0x100_0000_01B3 }
    // Then: the hash has the expected value
    #expect(String(hash, radix: 16) == "5ab0f802a2b15ae9")
    #expect(ScalarTable.unicodeVersion == "17.0.0")
  }

  @Test(
    "returns the Unicode database's width classes in known cases",
    arguments: [
      (0x41, 0b0_0000_0001), (0x0D, 0b0_0010_0000), (0xAD, 0b1_0010_0101), (0xB1, 0b0_0000_0101),
      (0xA9, 0b0_0000_1001), (0x301, 0b0_0001_0000), (0x378, 0b1_0000_0001), (0x600, 0b1_0010_0001),
      (0x93F, 0b0_0101_0000), (0x94D, 0b0_1001_0000), (0x102C, 0b1_0100_0001), (0x1100, 0b0_0010_0010),
      (0x115F, 0b0_0010_0010), (0x1161, 0b0_0001_0000), (0x200D, 0b0_0001_0000), (0x20BF, 0b0_0000_0001),
      (0x231A, 0b1_0000_1010), (0x2502, 0b0_0000_0101), (0x3248, 0b1_0000_0101), (0x4DC0, 0b1_0000_0010),
      (0x4E00, 0b0_0000_0010), (0xAC00, 0b0_0000_0010), (0xE000, 0b0_0000_0101), (0xFDD0, 0b1_0000_0001),
      (0xFE0F, 0b0_0001_0000), (0x1F1E6, 0b1_0010_0010), (0x1F3FB, 0b1_0001_0010), (0x1FAEA, 0b1_0000_0010),
      (0x20C1, 0b1_0000_0001), (0x2FFFD, 0b1_0000_0010), (0x3FFFE, 0b1_0000_0001), (0x40000, 0b1_0000_0001),
      (0xE0001, 0b0_0000_0000), (0xE0020, 0b0_0001_0000), (0xE0FFF, 0b0_0000_0000), (0xF0000, 0b1_0000_0101),
      (0x10FFFF, 0b1_0000_0001),
    ] as [(Int, Int)]
  )
  func spotRows(codePoint: Int, bits: Int) {
    #expect(Int(ScalarTable.shared[UInt32(codePoint)].rawValue) == bits)
  }

  @Test("matches the classes in the Unicode database", .enabled(if: UnicodeData.folder != nil, UnicodeData.hint))
  func matchesSources() throws {
    // Given: the Unicode Character Database
    let folder = try #require(UnicodeData.folder)
    // When: the classes are derived from it
    let derived = try WidthClasses(folder).bits
    // Then: the library has the same class for every code point
    let own = Self.classes()
    let differences = own.indices.filter { own[$0] != derived[$0] && !(0xD800...0xDFFF).contains($0) }
    #expect(differences.map { String($0, radix: 16) } == [])
  }
}
