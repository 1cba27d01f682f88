/// How many colours an output can show; ordered from fewest to most.
public enum ColorDepth: Int, Hashable, Sendable, CaseIterable, Comparable {
  /// No colour at all.
  case none
  /// The sixteen colours of the terminal's scheme.
  case sixteen
  /// The palette of 256.
  case twoFiftySix
  /// 24 bits per colour.
  case trueColor

  /// Orders by the number of colours.
  public static func < (left: ColorDepth, right: ColorDepth) -> Bool { left.rawValue < right.rawValue }
}
