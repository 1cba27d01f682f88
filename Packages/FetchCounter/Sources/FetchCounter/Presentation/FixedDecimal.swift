/// Numbers with a fixed number of decimals, the same in every place of the world.
///
/// Made here because Foundation's number styles load ICU's data on their first use, which costs a short command a part of its time.
enum FixedDecimal {
  /// Writes a number; what is none or too large becomes `-`.
  static func text(_ value: Double, digits: Int) -> String {
    var scale = 1
    for _ in 0..<digits { scale *= 10 }
    let scaled = (value * Double(scale)).rounded()
    guard scaled.isFinite, abs(scaled) < 1e15 else { return "-" }
    let (whole, fraction) = Int(abs(scaled)).quotientAndRemainder(dividingBy: scale)
    let sign = scaled < 0 ? "-" : ""
    guard digits > 0 else { return "\(sign)\(whole)" }
    let decimals = String(fraction)
    return "\(sign)\(whole).\(String(repeating: "0", count: digits - decimals.count))\(decimals)"
  }
}
