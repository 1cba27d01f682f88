import Foundation
import Images
import Testing

@Suite("Image decoding")
struct ExactnessTests {
  @Test("finds the expected number of files in the image corpus")
  func corpus() {
    #expect(Corpus.all.count == 96)
    #expect(Corpus.small.count == 11)
  }

  @Test("decodes the exact pixels of every file in the image corpus", arguments: Corpus.all)
  func pixels(_ file: Corpus) throws {
    // Given: PNG files with known samples, and JPEG files with the pixels from libjpeg-turbo. When: they are decoded
    let image = try ImageDecoder.decode(file.bytes)

    // Then
    #expect(image.width == file.width)
    #expect(image.height == file.height)
    #expect(Corpus.fingerprint(image.pixels) == file.pixels)
  }

  @Test("reads size and format from the image header without decoding the pixels", arguments: Corpus.all)
  func info(_ file: Corpus) throws {
    let info = try ImageInfo.read(file.bytes)
    #expect(info.format == file.format)
    #expect(ImageFormat.detect(try file.bytes) == file.format)
    #expect(info.width == file.width)
    #expect(info.height == file.height)
    #expect(info.isProgressive == (file.name.contains("adam7") || file.name.contains("progressive")))
  }

  @Test(
    "reads the stored color model from the image header",
    arguments: [
      ("png-type0-2bit.png", ImageInfo.ColorModel.gray, 2), ("png-type2-16bit.png", .rgb, 16),
      ("png-type3-4bit.png", .palette, 4), ("png-type4-8bit.png", .grayAlpha, 8), ("png-type6-16bit.png", .rgba, 16),
      ("jpeg-baseline-gray.jpg", .gray, 8), ("jpeg-progressive-420.jpg", .yCbCr, 8), ("jpeg-baseline-rgb.jpg", .rgb, 8),
      ("jpeg-baseline-cmyk.jpg", .cmyk, 8), ("jpeg-coefficients-ycck.jpg", .ycck, 8),
    ]
  )
  func model(_ name: String, _ model: ImageInfo.ColorModel, _ bits: Int) throws {
    let info = try ImageInfo.read(Corpus.read(name))
    #expect(info.colorModel == model)
    #expect(info.bitsPerSample == bits)
  }

  @Test("applies and reports the EXIF orientation", arguments: ImageOrientation.allCases)
  func orientation(_ orientation: ImageOrientation) throws {
    let bytes = try Corpus.read("jpeg-exif-orientation\(orientation.rawValue).jpg")
    let info = try ImageInfo.read(bytes)
    #expect(info.orientation == orientation)
    #expect((info.width, info.height) == (orientation.swapsSides ? (10, 19) : (19, 10)))
  }

  @Test("decodes slices and Data as well as arrays")
  func collections() throws {
    // Given
    let bytes = try Corpus.read("png-type6-8bit.png")
    let expected = try ImageDecoder.decode(bytes)

    // Then
    #expect(try ImageDecoder.decode(([1, 2, 3] + bytes)[3...]) == expected)
    #expect(try ImageDecoder.decode(Data(bytes)) == expected)
  }

  @Test("ignores bytes after the end of an image", arguments: ["png-flat.png", "jpeg-baseline-420.jpg"])
  func trailingBytes(_ name: String) throws {
    let bytes = try Corpus.read(name)
    #expect(try ImageDecoder.decode(bytes + [0, 1, 2, 0xFF, 0xD8]) == ImageDecoder.decode(bytes))
  }

  @Test("returns the pixel in a given column and row")
  func subscripts() throws {
    let image = try #require(RGBAImage(width: 2, height: 1, pixels: [1, 2, 3, 4, 5, 6, 7, 8]))
    #expect(image[1, 0] == RGBAColor(red: 5, green: 6, blue: 7, alpha: 8))
    #expect(RGBAImage(width: 2, height: 2, pixels: [1, 2, 3, 4]) == nil)
    #expect(RGBAImage(width: 0, height: 2, pixels: []) == nil)
    #expect(RGBAImage(width: .max, height: .max, pixels: []) == nil)
  }
}
