import Basics

/// An axis's marks, labels and range.
public struct ChartAxis {
  /// A labeled position on an axis.
  public struct Mark: Hashable, Sendable {
    /// The mark's position on the axis.
    public let value: Double
    /// The sanitized label.
    public let label: String

    /// Creates a mark with a sanitized label.
    public init(_ value: Double, _ label: String) {
      self.value = value
      self.label = label.sanitized(.singleLine)
    }
  }

  /// The marks, or `nil` for marks at round numbers.
  public var marks: [Mark]?
  /// A function that returns alternative sets of marks for a maximum count, densest first, to replace ``marks``.
  ///
  /// A horizontal axis uses the first set whose labels all fit, or the last set without the labels that don't fit. A
  /// label can therefore rely on an earlier label. For example, an hour label can rely on the preceding date label.
  var densities: ((_ maximumCount: Int) -> [[Mark]])?
  /// The displayed range, or `nil` to use the range of the data.
  var range: ClosedRange<Double>?
  /// A function that returns the label for a value, or `nil` to use decimal numbers.
  public var label: ((Double) -> String)?
  /// Whether marks are only at whole numbers, because the values are counts or numbered items.
  var isWhole: Bool

  /// Creates an axis, by default with marks at round numbers within the range of the data.
  ///
  /// An axis for counts is whole: it has no marks between whole numbers, and a column chart's axis starts at zero.
  public init(
    marks: [Mark]? = nil,
    densities: ((_ maximumCount: Int) -> [[Mark]])? = nil,
    range: ClosedRange<Double>? = nil,
    isWhole: Bool = false,
    label: ((Double) -> String)? = nil
  ) {
    self.marks = marks
    self.densities = densities
    self.range = range
    self.isWhole = isWhole
    self.label = label
  }

  func text(_ value: Double, decimals: Int) -> String {
    label.map { $0(value).sanitized(.singleLine) } ?? Decimals.text(value, decimals: decimals)
  }

  /// Returns the configured marks in order, or ascending marks at round numbers without repeated labels.
  ///
  /// The maximum count applies to round numbers, and to all sets of marks except the last. `fits` returns whether all
  /// labels in a set fit.
  func marks(in scale: ChartScale, maximumCount: Int, fits: ([Mark]) -> Bool = { _ in true }) -> [Mark] {
    func inside(_ marks: [Mark]) -> [Mark] {
      marks.filter { $0.value.isFinite && $0.value >= scale.lower && $0.value <= scale.upper }
    }
    if let densities = densities?(maximumCount).map(inside), let last = densities.last {
      return densities.first { $0.count <= maximumCount && fits($0) } ?? last
    }
    if let marks { return inside(marks) }
    let (values, decimals) = scale.roundValues(maximumCount: maximumCount)
    return self.marks(of: isWhole ? values.filter { $0 == $0.rounded() } : values, decimals: decimals)
  }

  /// Returns marks for round values, omitting any mark with the same label as the previous mark.
  func marks(of values: [Double], decimals: Int) -> [Mark] {
    var marks: [Mark] = []
    for value in values {
      let mark = Mark(value, text(value, decimals: decimals))
      if mark.label != marks.last?.label { marks.append(mark) }
    }
    return marks
  }
}

/// The smallest and largest coordinates in the data.
struct ChartBounds {
  private var minX = Double.infinity
  private var maxX = -Double.infinity
  private var minY = Double.infinity
  private var maxY = -Double.infinity

  /// Extends the bounds to include points, ignoring gaps.
  mutating func add(_ points: [ChartPoint]) {
    for point in points where point.y.isFinite {
      minX = min(minX, point.x)
      maxX = max(maxX, point.x)
      minY = min(minY, point.y)
      maxY = max(maxY, point.y)
    }
  }

  /// Extends the bounds to zero unless the values are much farther from zero than from each other.
  mutating func addZeroIfNear() {
    guard maxY - minY > max(abs(minY), abs(maxY)) / 6 || minY == maxY else { return }
    addZero()
  }

  mutating func addZero() {
    guard minX <= maxX else { return }
    minY = min(minY, 0)
    maxY = max(maxY, 0)
  }

  /// Rounds the value at which columns are truncated, in steps of at most a quarter of the range.
  mutating func roundCut() {
    guard minX <= maxX, minY > 0 || maxY < 0, maxY > minY else { return }
    let step = Power.ofTen(below: (maxY - minY) / 4).power
    // If values are large relative to their differences, there are no round values near them.
    guard step > 0, max(abs(minY), abs(maxY)) / step < 1e12 else { return }
    if minY > 0 { minY = (minY / step).rounded(.down) * step } else { maxY = (maxY / step).rounded(.up) * step }
  }

  mutating func add(x: Double, _ values: Double...) { add(values.map { ChartPoint(x: x, y: $0) }) }

  /// Returns the frame for the axis ranges, which default to these bounds, or `nil` for empty data.
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

/// A linear map from a range of values to the positions 0, 1, 2, and so on.
struct ChartScale: Hashable {
  let lower: Double
  let upper: Double

  /// Creates a scale, moving equal bounds apart, or returns `nil` if the bounds aren't finite or are too far apart.
  init?(lower: Double, upper: Double) {
    guard lower.isFinite, upper.isFinite, lower <= upper, (upper - lower).isFinite else { return nil }
    let isFlat = upper - lower <= max(abs(lower), abs(upper)) * 1e-12
    let margin = isFlat ? (lower == 0 ? 1 : max(abs(lower) * 0.05, .leastNormalMagnitude)) : 0
    self.lower = lower - margin
    self.upper = upper + margin
    guard (self.upper - self.lower).isFinite, self.upper > self.lower else { return nil }
  }

  /// Returns the position of a value, clamped to the ends of the scale.
  @inline(__always)
  func place(of value: Double, count: Int) -> Int {
    let share = (value - lower) / (upper - lower)
    return Int((min(max(share, 0), 1) * Double(count - 1)).rounded())
  }

  func value(at place: Int, count: Int) -> Double {
    count > 1 ? lower + (upper - lower) * Double(place) / Double(count - 1) : lower
  }

  /// A scale with round values at evenly spaced rows.
  struct Alignment {
    let scale: ChartScale
    let values: [Double]
    /// The number of decimals in the labels.
    let decimals: Int
  }

  struct AlignmentRules {
    /// The number of rows to keep free of data at each end.
    var margin = 0.0
    /// Whether the lower bound is fixed because columns start there.
    var keepsLower = false
    /// Whether the upper bound is fixed because columns hang from it.
    var keepsUpper = false
    /// Whether round values are whole numbers.
    var isWhole = false
  }

  /// Returns the least widened range that has round values at evenly spaced rows, or `nil` if no such range exists.
  ///
  /// Round values are multiples of 1, 2, 2.5 or 5 times a power of ten. The lowest row represents the lower bound.
  func aligned(rows: Int, _ rules: AlignmentRules = AlignmentRules()) -> Alignment? {
    let last = Double(rows - 1)
    let room = last - 2 * rules.margin
    guard rows >= 3, room > 0 else { return nil }
    // The marks 0 and 1 are at most as far apart as the first and last rows.
    let rough = max((upper - lower) / room, rules.isWhole ? 1 / last : 0)
    guard rough > 1e-290, rough < 1e290 else { return nil }
    let (power, exponent) = Power.ofTen(below: rough)
    let distances = rows < 10 ? 2...3 : 3...6
    var best: (unit: Double, first: Double, step: Double, distance: Int, decimals: Int)?
    for shift in 0...2 {
      for (factor, digits) in [(1.0, 0), (2, 0), (2.5, 1), (5, 0)] {
        let step = factor * power * [1.0, 10, 100][shift]
        if rules.isWhole, step < 1 || step != step.rounded() { continue }
        // No marks fit between adjacent whole numbers, so they can be any distance apart.
        let most = rules.isWhole && step == 1 ? rows - 1 : distances.upperBound
        for distance in distances.lowerBound...max(most, distances.lowerBound) where distance < rows {
          let unit = step / Double(distance)
          guard unit >= rough * (1 - 1e-9), unit < best?.unit ?? .infinity,
            let first = firstRow(unit, last, rules)
          else { continue }
          best = (unit, first, step, distance, max(digits - exponent - shift, 0))
        }
      }
    }
    guard let best, let scale = ChartScale(lower: best.first * best.unit, upper: (best.first + last) * best.unit) else {
      return nil
    }
    let distance = Double(best.distance)
    let values = stride(from: (best.first / distance).rounded(.up), through: (best.first + last) / distance, by: 1)
      .map { $0 * best.step }
    return values.count < 2 ? nil : Alignment(scale: scale, values: values, decimals: best.decimals)
  }

  /// Returns the value of the lowest row, in multiples of the distance between rows, or `nil` if the range doesn't fit.
  private func firstRow(_ unit: Double, _ last: Double, _ rules: AlignmentRules) -> Double? {
    let (low, high) = (lower / unit, upper / unit)
    // If the distance between rows is below the bounds' floating-point precision, there are no round values.
    guard abs(low) < 1e12, abs(high) < 1e12 else { return nil }
    let most = (low - rules.margin + 1e-6).rounded(.down)
    let least = (high + rules.margin - last - 1e-6).rounded(.up)
    guard least <= most else { return nil }
    if rules.keepsLower { return abs(low - low.rounded()) < 1e-6 && least <= low.rounded() ? low.rounded() : nil }
    if rules.keepsUpper { return abs(high - high.rounded()) < 1e-6 ? high.rounded() - last : nil }
    let middle = ((least + most) / 2).rounded(.down)
    // For a nonnegative amount such as a price, the axis doesn't extend below zero.
    return lower >= 0 ? min(max(middle, 0), most) : middle
  }

  /// Returns ascending round values in the range (multiples of 1, 2 or 5 times a power of ten) and their decimals.
  func roundValues(maximumCount: Int) -> (values: [Double], decimals: Int) {
    guard maximumCount > 0 else { return ([], 0) }
    let rough = (upper - lower) / Double(maximumCount)
    guard rough > 1e-290 else { return ([], 0) }
    var (power, exponent) = Power.ofTen(below: rough)
    var factor = 1.0
    while true {
      let step = factor * power
      // Because of rounding errors, treat a bound near a multiple of the step as that multiple.
      let first = (lower / step - 1e-9).rounded(.up)
      let last = (upper / step + 1e-9).rounded(.down)
      // If a step is below the bounds' floating-point precision, there are no round values.
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
