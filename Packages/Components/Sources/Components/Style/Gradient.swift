/// A gradient between two colors, for text or an area.
///
/// The gradient interpolates the squares of the components, which approximates mixing light. For example, the
/// midpoint of red and green is bright yellow. Interpolating the components themselves would give brown.
public struct Gradient: Hashable, Sendable {
  private let start: RGB
  private let end: RGB

  /// Creates a gradient between two colors.
  public init(_ start: RGB, _ end: RGB) {
    self.start = start
    self.end = end
  }

  /// Returns the color at a location, which is clamped to the range from 0 (start) to 1 (end).
  public func color(at location: Double) -> RGB {
    let share = location.isNaN ? 0 : min(max(location, 0), 1)
    func part(_ start: UInt8, _ end: UInt8) -> UInt8 {
      let light = Double(start) * Double(start) * (1 - share) + Double(end) * Double(end) * share
      return UInt8(min(max(light.squareRoot().rounded(), 0), 255))
    }
    return RGB(red: part(start.red, end.red), green: part(start.green, end.green), blue: part(start.blue, end.blue))
  }

  /// Returns text in the given style, with the whole gradient as the text color of every line, one color per cluster.
  public func applied(to text: String, style: TextStyle = .plain) -> StyledText {
    let lines = text.sanitized(.multiLine).split(separator: "\n", omittingEmptySubsequences: false)
    return lines.map { line -> StyledText in
      let last = max(line.count - 1, 1)
      return line.enumerated().reduce(into: StyledText()) { result, cluster in
        let color = Color.rgb(color(at: Double(cluster.offset) / Double(last)))
        result.append(StyledText(safe: String(cluster.element), style.foreground(color)))
      }
    }
    .joined(separator: "\n")
  }
}
