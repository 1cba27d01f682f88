/// Follows the parameters of control sequences that change the look of text: the reverse of ``SGREncoder``.
package struct SGRDecoder {
  /// The look so far.
  package private(set) var style = TextStyle.plain

  package init() {}

  /// Applies the parameters of one sequence, what stands between `ESC [` and `m`.
  ///
  /// Unknown parameters are passed over. Both forms of extended colours are known, with semicolons and with colons
  /// (ITU-T T.416).
  package mutating func apply(_ parameters: some Sequence<UInt8>) {
    let fields = Array(parameters).split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { field in
      field.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map(Self.number)
    }
    var index = 0
    while index < fields.count {
      let field = fields[index]
      index += 1
      let code = field[0] ?? 0
      guard code == 38 || code == 48 else {
        apply(code, subparameter: field.count > 1 ? field[1] : nil)
        continue
      }
      let color: Color?
      if field.count > 1 {
        color = Self.color(Array(field.dropFirst()), hasColorSpace: field.count > 5)
      } else {
        let rest = fields[index...].prefix(4).map { $0[0] }
        color = Self.color(rest, hasColorSpace: false)
        index += rest.first == 5 ? 2 : rest.first == 2 ? 4 : 1
      }
      guard let color else { continue }
      if code == 38 { style.foreground = color } else { style.background = color }
    }
  }

  private mutating func apply(_ code: Int, subparameter: Int?) {
    switch code {
    case 0: style = .plain
    case 1: style.attributes.insert(.bold)
    case 2: style.attributes.insert(.dim)
    case 3: style.attributes.insert(.italic)
    case 4 where subparameter == 0: style.attributes.remove(.underline)
    case 4, 21: style.attributes.insert(.underline)
    case 5, 6: style.attributes.insert(.blink)
    case 7: style.attributes.insert(.inverse)
    case 8: style.attributes.insert(.hidden)
    case 9: style.attributes.insert(.strikethrough)
    case 22: style.attributes.subtract([.bold, .dim])
    case 23: style.attributes.remove(.italic)
    case 24: style.attributes.remove(.underline)
    case 25: style.attributes.remove(.blink)
    case 27: style.attributes.remove(.inverse)
    case 28: style.attributes.remove(.hidden)
    case 29: style.attributes.remove(.strikethrough)
    case 39: style.foreground = nil
    case 49: style.background = nil
    default: applyNamedColor(code)
    }
  }

  private mutating func applyNamedColor(_ code: Int) {
    let offset: Int
    switch code {
    case 30...37, 40...47: offset = code % 10
    case 90...97, 100...107: offset = code % 10 + 8
    default: return
    }
    guard let named = ANSIColor(rawValue: UInt8(offset)) else { return }
    if (30...37).contains(code) || (90...97).contains(code) {
      style.foreground = .ansi(named)
    } else {
      style.background = .ansi(named)
    }
  }

  /// The colour of `5, index` or `2, red, green, blue`, the latter with an identifier of the colour space before red.
  private static func color(_ parameters: [Int?], hasColorSpace: Bool) -> Color? {
    let values = parameters.map { $0.flatMap(UInt8.init(exactly:)) }
    if values.first == 5, values.count >= 2, let index = values[1] { return .palette(index) }
    let start = hasColorSpace ? 2 : 1
    guard values.first == 2, values.count >= start + 3, let red = values[start], let green = values[start + 1],
      let blue = values[start + 2]
    else { return nil }
    return .rgb(red, green, blue)
  }

  /// A decimal number; nil if it is empty, too large or none at all.
  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard !digits.isEmpty, digits.count <= 5 else { return nil }
    var result = 0
    for digit in digits {
      guard digit >= UInt8(ascii: "0"), digit <= UInt8(ascii: "9") else { return nil }
      result = result * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return result
  }
}
