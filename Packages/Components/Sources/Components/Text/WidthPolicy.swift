/// The one question about widths that only the user's terminal can answer.
public struct WidthPolicy: Hashable, Sendable {
  /// Whether characters of the class East Asian Ambiguous, such as `±`, `│` or Greek letters, take two cells.
  ///
  /// Terminals set up for Chinese, Japanese or Korean may draw them so; all others draw one cell. Source: UAX #11 § 4.2.
  public var ambiguousIsWide: Bool

  /// Creates a policy.
  public init(ambiguousIsWide: Bool) { self.ambiguousIsWide = ambiguousIsWide }

  /// One cell for ambiguous characters.
  public static let standard = WidthPolicy(ambiguousIsWide: false)
  /// Two cells for ambiguous characters.
  public static let eastAsian = WidthPolicy(ambiguousIsWide: true)
}
