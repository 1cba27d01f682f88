import Basics

/// What the values along one axis mean, and how they are written.
public struct ChartAxis {
  /// A place with a label.
  public struct Mark: Hashable, Sendable {
    /// The place.
    public let value: Double
    /// What it is called.
    public let label: String

    /// Creates a mark.
    public init(_ value: Double, _ label: String) {
      self.value = value
      self.label = label.sanitized(.singleLine)
    }
  }

  /// The marks; nil for round numbers.
  public var marks: [Mark]?
  /// The marks in several densities, for at most so many and the densest first; nil for those above.
  ///
  /// A horizontal axis shows the first of them whose labels all have room, the last one as far as there is room. So labels
  /// may rely on each other, as hours do on the date that was told before them.
  var densities: ((_ maximumCount: Int) -> [[Mark]])?
  /// The values shown; nil for those that the data have.
  var range: ClosedRange<Double>?
  /// How a value is written; nil for a decimal number.
  public var label: ((Double) -> String)?

  /// Creates an axis.
  public init(
    marks: [Mark]? = nil,
    densities: ((_ maximumCount: Int) -> [[Mark]])? = nil,
    range: ClosedRange<Double>? = nil,
    label: ((Double) -> String)? = nil
  ) {
    self.marks = marks
    self.densities = densities
    self.range = range
    self.label = label
  }

  /// A value as it is written here, made safe.
  func text(_ value: Double, decimals: Int) -> String {
    label.map { $0(value).sanitized(.singleLine) } ?? Decimals.text(value, decimals: decimals)
  }

  /// The marks of a range: those given, or at most so many round numbers, without those that are called like the one
  /// before, as the hours of a day are where only days are written.
  ///
  /// - Parameters:
  ///   - scale: the range.
  ///   - maximumCount: the most round numbers, and the most marks of a density but the last.
  ///   - fits: whether all of some marks have room.
  /// - Returns: the marks, in rising order unless they were given otherwise.
  func marks(in scale: ChartScale, maximumCount: Int, fits: ([Mark]) -> Bool = { _ in true }) -> [Mark] {
    func inside(_ marks: [Mark]) -> [Mark] {
      marks.filter { $0.value.isFinite && $0.value >= scale.lower && $0.value <= scale.upper }
    }
    if let densities = densities?(maximumCount).map(inside), let last = densities.last {
      return densities.first { $0.count <= maximumCount && fits($0) } ?? last
    }
    if let marks { return inside(marks) }
    let (values, decimals) = scale.roundValues(maximumCount: maximumCount)
    var marks: [Mark] = []
    for value in values {
      let mark = Mark(value, text(value, decimals: decimals))
      if mark.label != marks.last?.label { marks.append(mark) }
    }
    return marks
  }
}

/// The least and greatest places and values of what is to be drawn.
struct ChartBounds {
  private var minX = Double.infinity
  private var maxX = -Double.infinity
  private var minY = Double.infinity
  private var maxY = -Double.infinity

  /// Takes in points that are no gaps.
  mutating func add(_ points: [ChartPoint]) {
    for point in points where point.y.isFinite {
      minX = min(minX, point.x)
      maxX = max(maxX, point.x)
      minY = min(minY, point.y)
      maxY = max(maxY, point.y)
    }
  }

  /// Takes in zero, unless the values are much farther from it than from each other.
  mutating func addZeroIfNear() {
    guard minX <= maxX, maxY - minY > max(abs(minY), abs(maxY)) / 6 || minY == maxY else { return }
    minY = min(minY, 0)
    maxY = max(maxY, 0)
  }

  /// Takes in a value at a place.
  mutating func add(x: Double, _ values: Double...) { add(values.map { ChartPoint(x: x, y: $0) }) }

  /// The axes for it; nil where there is nothing to draw.
  ///
  /// Ranges given for an axis win.
  func frame(xAxis: ChartAxis, yAxis: ChartAxis) -> ChartFrame? {
    guard minX <= maxX else { return nil }
    let x = xAxis.range ?? minX...maxX
    let y = yAxis.range ?? minY...maxY
    guard
      let horizontal = ChartScale(lower: x.lowerBound, upper: x.upperBound),
      let vertical = ChartScale(lower: y.lowerBound, upper: y.upperBound)
    else { return nil }
    return ChartFrame(horizontal: horizontal, vertical: vertical, xAxis: xAxis, yAxis: yAxis)
  }
}

/// Puts values of a range onto places 0, 1, 2 and so on.
struct ChartScale: Hashable {
  let lower: Double
  let upper: Double

  /// Creates a scale; nil for bounds that are no numbers or too far apart.
  ///
  /// Equal bounds are moved apart a little.
  init?(lower: Double, upper: Double) {
    guard lower.isFinite, upper.isFinite, lower <= upper, (upper - lower).isFinite else { return nil }
    let isFlat = upper - lower <= max(abs(lower), abs(upper)) * 1e-12
    let margin = isFlat ? (lower == 0 ? 1 : max(abs(lower) * 0.05, .leastNormalMagnitude)) : 0
    self.lower = lower - margin
    self.upper = upper + margin
    guard (self.upper - self.lower).isFinite, self.upper > self.lower else { return nil }
  }

  /// The place of a value among a number of places; values outside are put at the ends.
  @inline(__always)
  func place(of value: Double, count: Int) -> Int {
    let share = (value - lower) / (upper - lower)
    return Int((min(max(share, 0), 1) * Double(count - 1)).rounded())
  }

  func value(at place: Int, count: Int) -> Double {
    count > 1 ? lower + (upper - lower) * Double(place) / Double(count - 1) : lower
  }

  /// At most so many values in the range that are round: multiples of 1, 2 or 5 and a power of ten.
  ///
  /// - Returns: the values in rising order, and the decimals that they are written with.
  func roundValues(maximumCount: Int) -> (values: [Double], decimals: Int) {
    guard maximumCount > 0 else { return ([], 0) }
    let rough = (upper - lower) / Double(maximumCount)
    guard rough > 1e-290 else { return ([], 0) }
    var (power, exponent) = Power.ofTen(below: rough)
    var factor = 1.0
    while true {
      let step = factor * power
      // A bound that is a multiple but for the last digit counts as one.
      let first = (lower / step - 1e-9).rounded(.up)
      let last = (upper / step + 1e-9).rounded(.down)
      // Numbers so large that a step is less than their own exactness have no round neighbours.
      guard abs(first) < 1e15, abs(last) < 1e15, last >= first else { return ([], 0) }
      if last - first < Double(maximumCount) {
        let values = stride(from: first, through: last, by: 1).map { $0 * step }
        return (values, max(-exponent, 0))
      }
      switch factor {
      case 1: factor = 2
      case 2: factor = 5
      default:
        factor = 1
        power *= 10
        exponent += 1
      }
    }
  }
}
