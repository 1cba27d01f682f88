/// The second bytes of JPEG's markers (ITU-T T.81, table B.1).
enum JPEGMarker {
  static let baseline: UInt8 = 0xC0
  static let extended: UInt8 = 0xC1
  static let progressive: UInt8 = 0xC2
  static let huffmanTables: UInt8 = 0xC4
  static let restarts: ClosedRange<UInt8> = 0xD0...0xD7
  static let startOfImage: UInt8 = 0xD8
  static let endOfImage: UInt8 = 0xD9
  static let startOfScan: UInt8 = 0xDA
  static let quantizationTables: UInt8 = 0xDB
  static let numberOfLines: UInt8 = 0xDC
  static let restartInterval: UInt8 = 0xDD
  static let application0: UInt8 = 0xE0
  static let application1: UInt8 = 0xE1
  static let application14: UInt8 = 0xEE
  /// Without a meaning in a complete file: TEM.
  static let temporary: UInt8 = 0x01

  /// What a frame needs that is not supported; nil if the marker does not start such a frame.
  static func unsupportedFrame(_ marker: UInt8) -> String? {
    switch marker {
    case 0xC3: "lossless coding"
    case 0xC5, 0xC6: "hierarchical coding"
    case 0xC7: "lossless hierarchical coding"
    case 0xC9, 0xCA: "arithmetic coding"
    case 0xCB: "lossless arithmetic coding"
    case 0xCD, 0xCE, 0xCF: "hierarchical arithmetic coding"
    case 0xDE, 0xDF: "hierarchical coding"
    case 0xF7: "JPEG-LS coding"
    default: nil
    }
  }
}
