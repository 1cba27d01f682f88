/// The initials of a name on a colour that follows from the name.
public struct Avatar: Widget {
  private let name: String
  private let rows: Int

  /// Creates an avatar.
  ///
  /// - Parameters:
  ///   - name: whose it is.
  ///   - rows: how high it is: 1 for a list's row, 3 or more for a picture's place.
  public init(_ name: String, rows: Int = 1) {
    self.name = name.sanitized(.singleLine)
    self.rows = max(rows, 1)
  }

  /// The columns that it needs, likes and can use.
  public func widthRange(in environment: RenderEnvironment) -> LengthRange {
    let width = rows == 1 ? 4 : 2 * rows
    return LengthRange(minimum: 1, ideal: width, maximum: width)
  }

  /// The rows that it needs, likes and can use in a number of columns.
  public func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange {
    LengthRange(minimum: 1, ideal: rows, maximum: rows)
  }

  /// Draws into the canvas's area.
  public func draw(on canvas: inout Canvas) {
    let environment = canvas.environment
    let initials = Self.initials(of: name)
    guard environment.hasColor else {
      let fits = initials.displayWidth(environment.widthPolicy) + 2 <= canvas.size.width
      let text = fits ? "(\(initials))" : initials
      canvas.write(StyledText(safe: text), row: (canvas.size.height - 1) / 2, alignment: .center)
      return
    }
    let color = Self.color(of: name)
    let ink: Color = color.luminance > 0.3 ? .hex(0x10131C) : .hex(0xFFFFFF)
    let style = TextStyle(foreground: ink, background: .rgb(color), attributes: .bold)
    canvas.fill(canvas.bounds, style)
    let shown =
      environment.width(of: StyledText(safe: initials)) <= canvas.size.width ? initials : String(initials.prefix(1))
    canvas.write(StyledText(safe: shown, style), row: (canvas.size.height - 1) / 2, alignment: .center)
  }

  /// Reads itself out in lines.
  public func read(to reader: inout LinearReader) { reader.read(StyledText(safe: name)) }

  /// The first letters of the first and the last word, in upper case; a question mark for a name without letters.
  static func initials(of name: String) -> String {
    let words = name.split(whereSeparator: \.isWhitespace)
      .compactMap { word in word.first { $0.isLetter || $0.isNumber } }
    guard let first = words.first else { return "?" }
    let letters = words.count > 1 ? [first, words[words.count - 1]] : [first]
    // Upper case may be several letters, of which one is enough.
    return String(letters.map { $0.uppercased().first ?? $0 })
  }

  /// A colour of middling brightness, the same for the same name on every run and machine.
  static func color(of name: String) -> RGB {
    // FNV-1a, 32 bits.
    let hash = name.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
    return hue(Double(hash % 360), saturation: 0.55, lightness: 0.5)
  }

  /// A colour by hue in degrees, saturation and lightness (CSS Color 4 § 7.1).
  private static func hue(_ hue: Double, saturation: Double, lightness: Double) -> RGB {
    func part(_ offset: Double) -> UInt8 {
      let place = (offset + hue / 30).truncatingRemainder(dividingBy: 12)
      let amount = saturation * min(lightness, 1 - lightness)
      let value = lightness - amount * max(-1, min(place - 3, 9 - place, 1))
      return UInt8((value * 255).rounded())
    }
    return RGB(red: part(0), green: part(8), blue: part(4))
  }
}
