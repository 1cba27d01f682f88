/// Locale-independent formatting of numbers with a decimal point and a fixed number of decimals.
///
/// Foundation's number styles load ICU data on first use, which takes a noticeable part of a short command's run
/// time.
public enum Decimals {
  /// Returns a number as text rounded to at most nine decimals, or `-` for infinities and NaN.
  ///
  /// Large numbers get fewer decimals if floating-point precision requires it.
  public static func text(_ value: Double, decimals: Int) -> String {
    guard value.isFinite else { return "-" }
    guard abs(value) < 1e15 else { return "\(value)" }
    let places = min(max(decimals, 0), 9)
    var scale = 1
    for _ in 0..<places { scale *= 10 }
    // Beyond this limit, the scaled number isn't exact, and its decimals are meaningless.
    guard abs(value) * Double(scale) < 9e15 else { return text(value, decimals: places - 1) }
    let scaled = Int((abs(value) * Double(scale)).rounded())
    let sign = value < 0 && scaled > 0 ? "-" : ""
    guard places > 0 else { return sign + String(scaled) }
    let fraction = String(scaled % scale)
    return sign + String(scaled / scale) + "." + String(repeating: "0", count: places - fraction.utf8.count) + fraction
  }
}
