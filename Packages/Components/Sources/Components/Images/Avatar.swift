/// A person's initials on a background color derived from the name.
public struct Avatar: Widget {
  private let name: String
  private let rows: Int

  /// Creates an avatar that is 1 row tall in lists, or at least 3 rows tall as a placeholder for a picture.
  public init(_ name: String, rows: Int = 1) {
    self.name = name.sanitized(.singleLine)
    self.rows = max(rows, 1)
  }

  /// Returns the minimum, ideal and maximum width, in columns.
  public func widthRange(in environment: RenderEnvironment) -> LengthRange {
    let width = rows == 1 ? 4 : 2 * rows
    return LengthRange(minimum: 1, ideal: width, maximum: width)
  }

  /// Returns the minimum, ideal and maximum height for a width, in rows.
  public func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange {
    LengthRange(minimum: 1, ideal: rows, maximum: rows)
  }

  /// Draws the widget, clipped to the canvas.
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
    let style = TextStyle(foreground: Color.rgb(color).ink, background: .rgb(color), attributes: .bold)
    canvas.fill(canvas.bounds, style)
    let shown =
      environment.width(of: StyledText(safe: initials)) <= canvas.size.width ? initials : String(initials.prefix(1))
    canvas.write(StyledText(safe: shown, style), row: (canvas.size.height - 1) / 2, alignment: .center)
  }

  /// Adds the widget's text for screen readers and pipes.
  public func read(to reader: inout LinearReader) { reader.read(StyledText(safe: name)) }

  /// Returns the uppercase initials of the first and last words, or `?` for a name without letters and digits.
  static func initials(of name: String) -> String {
    let words = name.split(whereSeparator: \.isWhitespace)
      .compactMap { word in word.first { $0.isLetter || $0.isNumber } }
    guard let first = words.first else { return "?" }
    let letters = words.count > 1 ? [first, words[words.count - 1]] : [first]
    // The uppercase form can have several letters. Use only the first letter.
    return String(letters.map { $0.uppercased().first ?? $0 })
  }

  /// Returns a color of medium lightness that depends only on the name, not on the run or the machine.
  static func color(of name: String) -> RGB {
    // FNV-1a, 32 bits
    let hash = name.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
    return hue(Double(hash % 360), saturation: 0.55, lightness: 0.5)
  }

  /// Converts hue (in degrees), saturation and lightness to RGB (CSS Color 4 § 7.1).
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
