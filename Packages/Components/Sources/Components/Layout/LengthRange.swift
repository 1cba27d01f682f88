/// How long something wants to be along one axis, in cells.
public struct LengthRange: Hashable, Sendable {
  /// The least that makes sense.
  public let minimum: Int
  /// What it would like; not less than the minimum.
  public let ideal: Int
  /// The most that it can use; not less than the ideal.
  public let maximum: Int

  /// Stands for no limit; sums of lengths are cut to it.
  public static let unlimited = Int(Int32.max)

  /// Creates a range; lengths out of order are raised, negative ones count as 0.
  public init(minimum: Int, ideal: Int, maximum: Int) {
    self.minimum = min(max(minimum, 0), Self.unlimited)
    self.ideal = min(max(ideal, self.minimum), Self.unlimited)
    self.maximum = min(max(maximum, self.ideal), Self.unlimited)
  }

  /// Exactly this length.
  public static func fixed(_ length: Int) -> LengthRange {
    LengthRange(minimum: length, ideal: length, maximum: length)
  }

  /// At least a length, and whatever more there is.
  public static func flexible(minimum: Int, ideal: Int) -> LengthRange {
    LengthRange(minimum: minimum, ideal: ideal, maximum: unlimited)
  }

  /// The range of something with a margin around it.
  public func adding(_ margin: Int) -> LengthRange {
    LengthRange(
      minimum: minimum + margin,
      ideal: ideal + margin,
      maximum: maximum == Self.unlimited ? maximum : maximum + margin
    )
  }

  /// The range of two things one after the other.
  static func + (left: LengthRange, right: LengthRange) -> LengthRange {
    LengthRange(
      minimum: left.minimum + right.minimum,
      ideal: left.ideal + right.ideal,
      maximum: left.maximum + right.maximum
    )
  }

  /// The range of two things beside each other, which need as much as the one that needs more.
  func united(with other: LengthRange) -> LengthRange {
    LengthRange(
      minimum: max(minimum, other.minimum),
      ideal: max(ideal, other.ideal),
      maximum: max(maximum, other.maximum)
    )
  }

  /// The ideal length as far as there is room: at most the length given, and all of it for what can use it.
  func length(in available: Int) -> Int { min(max(available, 0), maximum) }
}
