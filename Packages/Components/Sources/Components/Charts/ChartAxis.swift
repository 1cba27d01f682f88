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
  public var densities: ((_ maximumCount: Int) -> [[Mark]])?
  /// The values shown; nil for those that the data have.
  public var range: ClosedRange<Double>?
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
