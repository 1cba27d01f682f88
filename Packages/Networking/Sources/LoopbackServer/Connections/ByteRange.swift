/// The `Range` field of a request (RFC 9110, section 14.2), single byte ranges only.
enum ByteRange: Equatable {
  /// The field asks for nothing that can be served as a part: the whole body is the answer.
  case whole
  /// A part of the body.
  case part(Range<Int>)
  /// A range that lies outside the body: 416.
  case unsatisfiable

  /// Reads the field for a body of so many bytes.
  ///
  /// What is malformed, in another unit, or several ranges counts as `whole`, as the section allows.
  init(field: String, size: Int) {
    let bytes = field.utf8
    guard let equals = bytes.firstIndex(of: 0x3D),
      String(field[..<equals]).equalsIgnoringCase("bytes")
    else {
      self = .whole
      return
    }
    let spec = bytes[bytes.index(after: equals)...].filter { !FieldSyntax.isBlank($0) }
    guard let dash = spec.firstIndex(of: 0x2D),
      let first = Self.position(spec[..<dash]),
      let last = Self.position(spec[(dash + 1)...])
    else {
      self = .whole
      return
    }
    self = Self.resolve(first: first, last: last, size: size)
  }

  private static func resolve(first: Int?, last: Int?, size: Int) -> ByteRange {
    switch (first, last) {
    case (nil, nil): return .whole
    case (nil, let length?):
      // The last so many bytes.
      guard length > 0, size > 0 else { return .unsatisfiable }
      return .part(max(0, size - length)..<size)
    case (let first?, let last):
      if let last, last < first { return .whole }
      guard first < size else { return .unsatisfiable }
      return .part(first..<(min(last ?? .max, size - 1) + 1))
    }
  }

  /// A number, `.some(nil)` for nothing at all, nil for something that is no number.
  private static func position(_ digits: ArraySlice<UInt8>) -> Int?? {
    if digits.isEmpty { return .some(nil) }
    var result = 0
    for byte in digits {
      guard byte >= 0x30, byte <= 0x39 else { return nil }
      let (product, overflow) = result.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(Int(byte - 0x30))
      result = overflow || carry || result == .max ? .max : sum
    }
    return .some(result)
  }
}
