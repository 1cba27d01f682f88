/// Numbers with a point and a fixed number of decimals, the same in every locale.
///
/// Foundation's number styles load ICU's data on their first use, which costs a short command a part of its time.
public enum Decimals {
  /// Returns a number rounded to at most nine decimals; those that don't fit are dropped for large numbers.
  ///
  /// - Returns: The text; `-` for what is no finite number.
  public static func text(_ value: Double, decimals: Int) -> String {
    guard value.isFinite else { return "-" }
    guard abs(value) < 1e15 else { return "\(value)" }
    let places = min(max(decimals, 0), 9)
    var scale = 1
    for _ in 0..<places { scale *= 10 }
    // Beyond this the scaled number would not be exact, and decimals mean nothing any more.
    guard abs(value) * Double(scale) < 9e15 else { return text(value, decimals: places - 1) }
    let scaled = Int((abs(value) * Double(scale)).rounded())
    let sign = value < 0 && scaled > 0 ? "-" : ""
    guard places > 0 else { return sign + String(scaled) }
    let fraction = String(scaled % scale)
    return sign + String(scaled / scale) + "." + String(repeating: "0", count: places - fraction.utf8.count) + fraction
  }
}
