/// The content of the IHDR chunk (PNG, third edition, § 11.2.1).
struct PNGHeader: Equatable {
  /// The color types, with their raw values in the file.
  enum ColorType: Int {
    case gray = 0
    case rgb = 2
    case palette = 3
    case grayAlpha = 4
    case rgba = 6

    var samples: Int {
      switch self {
      case .gray, .palette: 1
      case .grayAlpha: 2
      case .rgb: 3
      case .rgba: 4
      }
    }

    var bitDepths: [Int] {
      switch self {
      case .gray: [1, 2, 4, 8, 16]
      case .palette: [1, 2, 4, 8]
      case .grayAlpha, .rgb, .rgba: [8, 16]
      }
    }

    var model: ImageInfo.ColorModel {
      switch self {
      case .gray: .gray
      case .palette: .palette
      case .grayAlpha: .grayAlpha
      case .rgb: .rgb
      case .rgba: .rgba
      }
    }
  }

  let width: Int
  let height: Int
  let bitDepth: Int
  let colorType: ColorType
  let isInterlaced: Bool

  var bitsPerPixel: Int { bitDepth * colorType.samples }
  var filterDistance: Int { max(1, bitsPerPixel / 8) }

  /// Reads the chunk's 13 bytes, whose position is the same in every file.
  init(_ bytes: [UInt8]) throws(ImageError) {
    let start = 16
    func number(at offset: Int) -> Int { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
    func damage(_ offset: Int, _ reason: String) -> ImageError { .damaged(.png, offset: offset, reason: reason) }
    width = number(at: start)
    height = number(at: start + 4)
    bitDepth = Int(bytes[start + 8])
    guard (1...0x7FFF_FFFF).contains(width), (1...0x7FFF_FFFF).contains(height) else {
      throw damage(start, "the size \(width) × \(height) is not allowed")
    }
    guard let type = ColorType(rawValue: Int(bytes[start + 9])) else {
      throw damage(start + 9, "the color type \(bytes[start + 9]) does not exist")
    }
    colorType = type
    guard type.bitDepths.contains(bitDepth) else {
      throw damage(start + 8, "color type \(type.rawValue) can't have \(bitDepth) bits per sample")
    }
    guard bytes[start + 10] == 0 else {
      throw damage(start + 10, "the compression method \(bytes[start + 10]) does not exist")
    }
    guard bytes[start + 11] == 0 else {
      throw damage(start + 11, "the filter method \(bytes[start + 11]) does not exist")
    }
    guard bytes[start + 12] <= 1 else {
      throw damage(start + 12, "the interlace method \(bytes[start + 12]) does not exist")
    }
    isInterlaced = bytes[start + 12] == 1
  }
}
