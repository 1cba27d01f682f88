import Foundation

/// The `application/x-www-form-urlencoded` serialiser (WHATWG URL, section 5.2).
enum FormEncoding {
  static func encode(_ items: [URLQueryItem]) -> String {
    var encoded: [UInt8] = []
    for (index, item) in items.enumerated() {
      if index > 0 { encoded.append(UInt8(ascii: "&")) }
      append(item.name, to: &encoded)
      encoded.append(UInt8(ascii: "="))
      append(item.value ?? "", to: &encoded)
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  private static func append(_ text: String, to encoded: inout [UInt8]) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: " "):
        encoded.append(UInt8(ascii: "+"))
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "*"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"):
        encoded.append(byte)
      default:
        encoded.append(UInt8(ascii: "%"))
        encoded.append(digits[Int(byte >> 4)])
        encoded.append(digits[Int(byte & 0xF)])
      }
    }
  }

  private static let digits = Array("0123456789ABCDEF".utf8)
}
