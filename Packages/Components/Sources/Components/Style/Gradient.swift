/// A run of colours from one to the next, over text or over an area.
///
/// Between two colours the squares of the parts are mixed, which is close to mixing light: the middle of red and
/// green is a bright yellow, not the brown that mixing the numbers gives.
public struct Gradient: Hashable, Sendable {
  /// A colour at a place of the run.
  public struct Stop: Hashable, Sendable {
    /// The colour.
    public let color: RGB
    /// The place, 0 (start) to 1 (end).
    public let location: Double

    /// Creates a stop; a location outside 0 to 1 is moved to the nearer end, not-a-number to the start.
    public init(_ color: RGB, at location: Double) {
      self.color = color
      self.location = location.isNaN ? 0 : min(max(location, 0), 1)
    }
  }

  /// Which way a gradient runs over an area.
  public enum Direction: Hashable, Sendable {
    /// From the left edge to the right one.
    case horizontal
    /// From the top to the bottom.
    case vertical
    /// From the top left corner to the bottom right one.
    case diagonal
  }

  /// The stops, ordered by location; two at least.
  public let stops: [Stop]

  /// Creates a gradient of evenly spaced colours.
  public init(_ first: RGB, _ second: RGB, _ others: RGB...) {
    let colors = [first, second] + others
    stops = colors.enumerated().map { Stop($1, at: Double($0) / Double(colors.count - 1)) }
  }

  /// Creates a gradient of stops in any order; nil if there are fewer than two.
  public init?(stops: [Stop]) {
    guard stops.count >= 2 else { return nil }
    self.stops = stops.sorted { $0.location < $1.location }
  }

  /// The colour at a place, 0 (start) to 1 (end); before the first stop the first colour, after the last the last.
  public func color(at location: Double) -> RGB {
    guard let upper = stops.firstIndex(where: { $0.location >= location }) else {
      return location.isNaN ? stops[0].color : stops[stops.count - 1].color
    }
    guard upper > 0 else { return stops[0].color }
    let before = stops[upper - 1]
    let after = stops[upper]
    let share = (location - before.location) / (after.location - before.location)
    return Self.mix(before.color, after.color, share: share)
  }

  /// The colour of a cell of an area; of a single row or column the start.
  ///
  /// - Parameters:
  ///   - column: counted from 0 at the left.
  ///   - row: counted from 0 at the top.
  ///   - width: the area's columns.
  ///   - height: the area's rows.
  ///   - direction: which way the gradient runs.
  /// - Returns: the colour.
  public func color(column: Int, row: Int, width: Int, height: Int, direction: Direction) -> RGB {
    let across = width > 1 ? Double(column) / Double(width - 1) : 0
    let down = height > 1 ? Double(row) / Double(height - 1) : 0
    switch direction {
    case .horizontal: return color(at: across)
    case .vertical: return color(at: down)
    case .diagonal:
      if width <= 1 { return color(at: down) }
      return color(at: height > 1 ? (across + down) / 2 : across)
    }
  }

  /// The text with one colour after another, a grapheme cluster each; every line starts anew.
  ///
  /// The given style is kept, apart from its foreground.
  public func applied(to text: String, style: TextStyle = .plain) -> StyledText {
    var result = StyledText()
    let safe = text.sanitized(.multiLine)
    var isFirst = true
    for line in safe.split(separator: "\n", omittingEmptySubsequences: false) {
      if !isFirst { result.append(StyledText("\n")) }
      isFirst = false
      let last = max(line.count - 1, 1)
      for (position, cluster) in line.enumerated() {
        let color = Color.rgb(color(at: Double(position) / Double(last)))
        result.append(StyledText(String(cluster), style.foreground(color)))
      }
    }
    return result
  }

  private static func mix(_ from: RGB, _ to: RGB, share: Double) -> RGB {
    func part(_ start: UInt8, _ end: UInt8) -> UInt8 {
      let light = Double(start) * Double(start) * (1 - share) + Double(end) * Double(end) * share
      return UInt8(min(max(light.squareRoot().rounded(), 0), 255))
    }
    return RGB(red: part(from.red, to.red), green: part(from.green, to.green), blue: part(from.blue, to.blue))
  }
}
