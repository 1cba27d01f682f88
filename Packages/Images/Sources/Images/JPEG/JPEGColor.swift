/// How the components of a JPEG become red, green and blue.
enum JPEGColor {
  case gray
  case yCbCr
  case rgb
  /// Cyan, magenta, yellow and black, stored inverted. That is how Adobe's programs write them, and what everybody who
  /// reads such files expects, also where Adobe's segment is missing.
  case cmyk
  /// The same with the first three as YCbCr.
  case ycck

  /// The rules of libjpeg, which everybody else follows, too.
  ///
  /// - Parameters:
  ///   - components: The frame's components.
  ///   - isJFIF: Whether there is a JFIF segment, which allows grey and YCbCr only (ITU-T T.871).
  ///   - adobe: The transform in Adobe's segment: 0 none, 1 YCbCr, 2 YCCK (ITU-T T.872, 6.5.3); nil without that segment.
  init(_ components: [JPEGFrame.Component], isJFIF: Bool, adobe: UInt8?) {
    switch components.count {
    case 1: self = .gray
    case 3:
      if isJFIF {
        self = .yCbCr
      } else if let adobe {
        self = adobe == 0 ? .rgb : .yCbCr
      } else {
        self = components.map(\.id) == Array("RGB".utf8) ? .rgb : .yCbCr
      }
    default:
      self = (adobe ?? 0) == 0 ? .cmyk : .ycck
    }
  }

  var model: ImageInfo.ColorModel {
    switch self {
    case .gray: .gray
    case .yCbCr: .yCbCr
    case .rgb: .rgb
    case .cmyk: .cmyk
    case .ycck: .ycck
    }
  }
}
