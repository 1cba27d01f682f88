import Images
import Testing

@Suite("Malformed PNG files")
struct MalformedPNGTests {
  private typealias Builder = PNGBuilder

  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let file: [UInt8]

    init(_ name: String, _ chunks: [[UInt8]]) {
      testDescription = name
      file = PNGBuilder.file(chunks)
    }
  }

  private func reason(_ file: [UInt8]) -> String? {
    do throws(ImageError) {
      _ = try ImageDecoder.decode(file)
      return nil
    } catch {
      guard case .damaged(.png, let offset, let reason) = error, (0...file.count).contains(offset) else {
        return "another error: \(error)"
      }
      return reason
    }
  }

  @Test("decodes a valid PNG file from the test's builder")
  func intact() throws {
    let image = try ImageDecoder.decode(Builder.file([Builder.header(), Builder.pixels, Builder.end]))
    #expect(image.pixels == [10, 10, 10, 255, 20, 20, 20, 255, 30, 30, 30, 255, 40, 40, 40, 255])
  }

  @Test(
    "rejects an invalid PNG header",
    arguments: [
      (PNGBuilder.header(0, 2), "the size 0 × 2 is not allowed"),
      (PNGBuilder.header(2, 0x8000_0000), "the size 2 × 2147483648 is not allowed"),
      (PNGBuilder.header(type: 1), "the color type 1 does not exist"),
      (PNGBuilder.header(type: 7), "the color type 7 does not exist"),
      (PNGBuilder.header(depth: 3), "color type 0 can't have 3 bits per sample"),
      (PNGBuilder.header(depth: 4, type: 2), "color type 2 can't have 4 bits per sample"),
      (PNGBuilder.header(depth: 16, type: 3), "color type 3 can't have 16 bits per sample"),
      (PNGBuilder.header(compression: 1), "the compression method 1 does not exist"),
      (PNGBuilder.header(filter: 1), "the filter method 1 does not exist"),
      (PNGBuilder.header(interlace: 2), "the interlace method 2 does not exist"),
      (PNGBuilder.chunk("IHDR", [0, 0]), "the first chunk is not a header"),
      (PNGBuilder.pixels, "the first chunk is not a header"),
    ]
  )
  func header(_ chunk: [UInt8], _ expected: String) {
    #expect(reason(Builder.file([chunk, Builder.pixels, Builder.end])) == expected)
  }

  @Test(
    "rejects missing, repeated and misplaced PNG chunks",
    arguments: [
      (Case("no pixels", [PNGBuilder.header(), PNGBuilder.end]), "there are no pixels"),
      (Case("two headers", [PNGBuilder.header(), PNGBuilder.header()]), "there is a second header"),
      (
        Case("no palette", [PNGBuilder.header(type: 3), PNGBuilder.pixels, PNGBuilder.end]),
        "there is no palette before the pixels"
      ),
      (
        Case(
          "palette after the pixels",
          [PNGBuilder.header(), PNGBuilder.pixels, PNGBuilder.chunk("PLTE", [1, 2, 3])]
        ),
        "the palette is at the wrong position"
      ),
      (
        Case("palette of 4 bytes", [PNGBuilder.header(), PNGBuilder.chunk("PLTE", [1, 2, 3, 4])]),
        "the palette has 4 bytes"
      ),
      (Case("palette of none", [PNGBuilder.header(), PNGBuilder.chunk("PLTE", [])]), "the palette has 0 bytes"),
      (
        Case(
          "more transparency than palette",
          [
            PNGBuilder.header(type: 3), PNGBuilder.chunk("PLTE", [1, 2, 3]), PNGBuilder.chunk("tRNS", [1, 2]),
          ]
        ), "the transparency does not fit color type 3"
      ),
      (
        Case("transparency of RGBA", [PNGBuilder.header(type: 6), PNGBuilder.chunk("tRNS", [0, 1])]),
        "the transparency does not fit color type 6"
      ),
      (
        Case(
          "transparency after the pixels",
          [
            PNGBuilder.header(), PNGBuilder.pixels, PNGBuilder.chunk("tRNS", [0, 1]),
          ]
        ), "the transparency is at the wrong position"
      ),
      (
        Case(
          "pixels in two places",
          [
            PNGBuilder.header(), PNGBuilder.pixels, PNGBuilder.chunk("tIME", []), PNGBuilder.pixels,
          ]
        ), "the chunks with pixels are not consecutive"
      ),
      (
        Case("a chunk that is not named", [PNGBuilder.header(), PNGBuilder.chunk("a1b2", [])]),
        "a chunk type does not consist of four letters"
      ),
    ]
  )
  func chunks(_ file: Case, _ expected: String) {
    #expect(reason(file.file) == expected)
  }

  @Test("ignores an unknown PNG chunk unless it is critical")
  func unknownChunks() throws {
    let harmless = Builder.file([Builder.header(), Builder.chunk("zzZz", [1]), Builder.pixels, Builder.end])
    #expect(try ImageDecoder.decode(harmless).width == 2)
    let critical = Builder.file([Builder.header(), Builder.chunk("ZzZz", [1]), Builder.pixels, Builder.end])
    #expect(throws: ImageError.unsupported(.png, feature: "the chunk ZzZz")) { try ImageDecoder.decode(critical) }
  }

  @Test("reports the name and position of a PNG chunk whose checksum is wrong")
  func checksums() {
    let header = PNGBuilder.header().dropLast(4) + [1, 2, 3, 4]
    #expect(
      throws: ImageError.damaged(.png, offset: 8, reason: "the checksum (CRC-32) of the chunk IHDR is wrong")
    ) { try ImageDecoder.decode(Builder.file([Array(header), Builder.pixels, Builder.end])) }
    let text = Builder.chunk("tEXt", [1], checksum: 7)
    #expect(
      throws: ImageError.damaged(.png, offset: 33, reason: "the checksum (CRC-32) of the chunk tEXt is wrong")
    ) { try ImageDecoder.decode(Builder.file([Builder.header(), text, Builder.pixels, Builder.end])) }
  }

  @Test(
    "rejects invalid compressed data in a PNG",
    arguments: [
      (PNGBuilder.stored([0, 1, 2, 0, 3, 4], adler: 5), "the checksum (Adler-32) of the expanded data is wrong"),
      ([0x79, 0x01], "the compressed data does not begin with a zlib header"),
      ([0x78, 0x02], "the compressed data does not begin with a zlib header"),
      ([0x78, 0x20], "the compressed data requires a dictionary"),
      ([0x78, 0x01, 0b111], "a block has the reserved type 3"),
      ([0x78, 0x01, 1, 6, 0, 0, 0, 0, 0, 0], "the length of a stored block doesn't match its complement"),
      (PNGBuilder.stored([0, 1, 2, 0, 3]), "the data expands to 5 bytes instead of 6"),
      (PNGBuilder.stored([0, 1, 2, 0, 3, 4, 5]), "the data expands to more than 6 bytes"),
      (PNGBuilder.stored([0, 1, 2, 5, 3, 4]), "a row has the filter 5, which does not exist"),
      // A fixed block (011) that copies bytes from before the start of the output (length 3: 0000001, distance 1:
      // 00000).
      ([0x78, 0x01, 0b0000_0011, 0b0000_0010, 0, 0, 0, 0, 0], "the data refers to bytes before its beginning"),
      // A fixed block with the reserved length symbol 286 (11000110).
      ([0x78, 0x01, 0b0001_1011, 0b0000_0011, 0, 0, 0, 0, 0], "the data contains an undefined code"),
      // A dynamic block (101) with 31 + 257 codes for literals.
      ([0x78, 0x01, 0b1111_1101, 0, 0, 0, 0, 0, 0], "a block has too many codes"),
      // A dynamic block whose code lengths have no codes.
      ([0x78, 0x01, 0b0000_0101, 0, 0, 0, 0, 0, 0], "the codes of a block are oversubscribed or incomplete"),
    ] as [([UInt8], String)]
  )
  func compression(_ data: [UInt8], _ expected: String) {
    #expect(reason(Builder.file([Builder.header(), Builder.chunk("IDAT", data), Builder.end])) == expected)
  }

  @Test("reports compressed data that ends early as truncated, even if the PNG chunks are complete")
  func endsEarly() {
    for count in 0..<PNGBuilder.stored([0, 1, 2, 0, 3, 4]).count {
      let data = Array(PNGBuilder.stored([0, 1, 2, 0, 3, 4]).prefix(count))
      let file = Builder.file([Builder.header(), Builder.chunk("IDAT", data), Builder.end])
      #expect(throws: ImageError.truncated(.png, size: file.count, reading: "the compressed pixels")) {
        try ImageDecoder.decode(file)
      }
    }
  }

  @Test("rejects a pixel whose color isn't in the palette")
  func palette() {
    let file = Builder.file([
      Builder.header(type: 3), Builder.chunk("PLTE", [1, 2, 3, 4, 5, 6]),
      Builder.chunk("IDAT", Builder.stored([0, 0, 1, 0, 2, 0])), Builder.end,
    ])
    #expect(reason(file) == "a pixel's index is not in the palette")
  }
}
