import Foundation
import Testing

@testable import Networking

@Suite("Cache keys and checksums")
struct CacheKeyTests {
  @Test(
    "normalizes URLs for cache comparisons",
    arguments: [
      ("http://host/a", "http://host/a"),
      ("HTTP://HOST/a", "http://host/a"),
      ("http://host:80/a", "http://host/a"),
      ("https://host:443/a", "https://host/a"),
      ("https://host:80/a", "https://host:80/a"),
      ("http://host:8080/a", "http://host:8080/a"),
      ("http://host", "http://host/"),
      ("http://host?a=b", "http://host/?a=b"),
      ("http://host/a#fragment", "http://host/a"),
      ("http://host/A?B=C", "http://host/A?B=C"),
      ("http://host/a?b=http://x/", "http://host/a?b=http://x/"),
      ("http://[::1]:80/a", "http://[::1]/a"),
      ("http://host/%41", "http://host/%41"),
      ("ftp://host/a", nil),
      ("http://user:secret@host/a", nil),
      ("file:///etc/passwd", nil),
    ] as [(String, String?)]
  )
  func normalization(text: String, wanted: String?) {
    #expect(CacheKey.normalized(.test(text)) == wanted)
  }

  @Test(
    "computes SHA-256 digests",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      (
        "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
        "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
      ),
      (String(repeating: "a", count: 1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
    ]
  )
  func sha256(text: String, digest: String) {
    #expect(SHA256.digest(of: text).hexadecimal == digest)
    #expect(SHA256.Digest(hexadecimal: digest) == SHA256.digest(of: text))
  }

  @Test(
    "computes XXH64 checksums",
    arguments: [
      ("", 0xEF46_DB37_51D8_E999), ("a", 0xD24E_C4F1_A98C_6E5B), ("abc", 0x44BC_2CF5_AD77_0999),
      ("Nobody inspects the spammish repetition", 0xFBCE_A83C_8A37_8BF1),
    ] as [(String, UInt64)]
  )
  func xxh64(text: String, checksum: UInt64) {
    #expect(Array(text.utf8).withUnsafeBytes { XXHash64.checksum($0) } == checksum)
  }

  @Test("computes the same checksum however the bytes are split")
  func xxh64InPieces() {
    var generator = SeededGenerator(seed: 4)
    let bytes = (0..<1000).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    for length in 0..<300 {
      let whole = bytes[..<length].withUnsafeBytes { XXHash64.checksum($0) }
      var hash = XXHash64()
      var rest = bytes[..<length]
      while !rest.isEmpty {
        let piece = rest.prefix(Int.random(in: 0...40, using: &generator))
        piece.withUnsafeBytes { hash.update($0) }
        rest = rest.dropFirst(piece.count)
      }
      #expect(hash.value == whole)
    }
  }

  @Test(
    "recognizes the file names that it creates for entries, and rejects all other names",
    arguments: [
      "", ".", "..", "a", "../x", String(repeating: "a", count: 72), String(repeating: "A", count: 64) + "-0.entry",
      String(repeating: "a", count: 64) + "-8.entry", String(repeating: "a", count: 64) + "-0.entry ",
      String(repeating: "a", count: 64) + "_0.entry", String(repeating: "a", count: 64) + "-+.entry",
      String(repeating: "a", count: 63) + "é-0.entry",
    ]
  )
  func names(other: String) {
    let name = EntryName(key: SHA256.digest(of: "x"), slot: 7)
    #expect(EntryName(fileName: name.fileName) == name)
    #expect(EntryName(fileName: other) == nil)
  }
}
