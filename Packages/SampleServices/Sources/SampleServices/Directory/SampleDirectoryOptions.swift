/// How large the sample directory is, and whom it invents.
public struct SampleDirectoryOptions: Sendable, Hashable {
  /// The most employees.
  public static let maximumCount = 100_000

  /// How many employees there are, 0 to ``maximumCount``.
  public let count: Int
  /// From what everything else follows: the same seed invents the same people, on every machine.
  public let seed: UInt64

  /// Makes options.
  ///
  /// - Parameters:
  ///   - count: How many employees there are; brought into 0 to ``maximumCount``.
  ///   - seed: Whom it invents.
  public init(count: Int = 30, seed: UInt64 = 2_026) {
    self.count = min(max(count, 0), Self.maximumCount)
    self.seed = seed
  }
}
