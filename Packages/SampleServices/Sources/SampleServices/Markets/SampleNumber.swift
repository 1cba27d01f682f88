import Foundation

/// Numbers as the sample market writes them into JSON, as decimals that are exactly what they seem.
enum SampleNumber {
  /// A price: two decimals from 1 up, eight below.
  static func price(_ value: Double) -> Decimal { decimal(value, decimals: abs(value) >= 1 ? 2 : 8) }

  /// A number of decimals.
  static func decimal(_ value: Double, decimals: Int) -> Decimal {
    let scaled = (value * pow(10, Double(decimals))).rounded()
    return Decimal(Int64(scaled)) * pow(Decimal(10), -decimals)
  }
}
