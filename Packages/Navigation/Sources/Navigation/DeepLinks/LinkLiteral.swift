/// Why a payload and a link don't fit together.
enum LinkCodingError: Error, CustomStringConvertible {
  case missing(String)
  case malformed(String, expected: String)
  case unsupported(String)

  var description: String {
    switch self {
    case .missing(let name): "\(quoted(name)) is missing."
    case .malformed(let name, let expected): "\(quoted(name)) must be \(expected)."
    case .unsupported(let reason): reason
    }
  }
}

/// A value that a link can hold.
protocol LinkLiteral {
  /// What it is, for error messages.
  static var expectation: String { get }
  init?(linkText: String)
  /// Nil when no text leads back to the value.
  var linkText: String? { get }
}

extension String: LinkLiteral {
  static var expectation: String { "text" }
  init?(linkText: String) { self = linkText }
  var linkText: String? { self }
}

extension Bool: LinkLiteral {
  static var expectation: String { "true or false" }
  init?(linkText: String) { self.init(linkText) }
  var linkText: String? { description }
}

extension LinkLiteral where Self: FixedWidthInteger {
  /// The bounds of the widest numbers are no help to a person; all numbers of that many digits are within them.
  static var expectation: String {
    bitWidth < 64
      ? "a whole number from \(min) to \(max)" : "a whole number of at most \(String(max).count - 1) digits"
  }
  init?(linkText: String) { self.init(linkText, radix: 10) }
  var linkText: String? { String(self) }
}

extension Int: LinkLiteral {}
extension Int8: LinkLiteral {}
extension Int16: LinkLiteral {}
extension Int32: LinkLiteral {}
extension Int64: LinkLiteral {}
extension UInt: LinkLiteral {}
extension UInt8: LinkLiteral {}
extension UInt16: LinkLiteral {}
extension UInt32: LinkLiteral {}
extension UInt64: LinkLiteral {}

extension LinkLiteral where Self: BinaryFloatingPoint & LosslessStringConvertible {
  static var expectation: String { "a number" }
  init?(linkText: String) {
    guard let value = Self(linkText), value.isFinite else { return nil }
    self = value
  }
  var linkText: String? { isFinite ? description : nil }
}

extension Double: LinkLiteral {}
extension Float: LinkLiteral {}
