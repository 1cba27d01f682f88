/// What is asked of a figure.
public enum Claim: Sendable {
  /// It may not be more.
  case atMost(Double)
  /// It may not be less.
  case atLeast(Double)

  /// Whether a figure is as it was asked to be.
  public func isMet(by value: Double) -> Bool {
    switch self {
    case .atMost(let limit): value <= limit
    case .atLeast(let limit): value >= limit
    }
  }

  func text(in unit: FigureUnit) -> String {
    switch self {
    case .atMost(let limit): "≤ \(unit.text(limit))"
    case .atLeast(let limit): "≥ \(unit.text(limit))"
    }
  }
}
