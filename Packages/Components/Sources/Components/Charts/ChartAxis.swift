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
      self.label = label.neutralised(.singleLine)
    }
  }

  /// The marks; nil for round numbers.
  public var marks: [Mark]?
  /// The values shown; nil for those that the data have.
  public var range: ClosedRange<Double>?
  /// How a value is written; nil for a decimal number.
  public var label: ((Double) -> String)?

  /// Creates an axis.
  public init(
    marks: [Mark]? = nil,
    range: ClosedRange<Double>? = nil,
    label: ((Double) -> String)? = nil
  ) {
    self.marks = marks
    self.range = range
    self.label = label
  }

  /// A value as it is written here, made safe.
  func text(_ value: Double, decimals: Int) -> String {
    label.map { $0(value).neutralised(.singleLine) } ?? Decimals.text(value, decimals: decimals)
  }

  /// The marks of a range: those given, or at most so many round numbers, without those that are called like the one
  /// before, as the hours of a day are where only days are written.
  func marks(in scale: ChartScale, maximumCount: Int) -> [Mark] {
    if let marks {
      return marks.filter { $0.value.isFinite && $0.value >= scale.lower && $0.value <= scale.upper }
    }
    let (values, decimals) = scale.roundValues(maximumCount: maximumCount)
    var marks: [Mark] = []
    for value in values {
      let mark = Mark(value, text(value, decimals: decimals))
      if mark.label != marks.last?.label { marks.append(mark) }
    }
    return marks
  }
}
