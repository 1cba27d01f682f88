/// What a factory throws to refuse a payload with a sentence for people.
///
/// Any other error refuses as well; its description is then the reason.
public struct ArrivalRefusal: Error, Sendable, Equatable, CustomStringConvertible {
  /// What is wrong with the payload.
  public let description: String

  /// Makes a refusal.
  ///
  /// - Parameter reason: What is wrong with the payload, as a sentence.
  public init(_ reason: String) {
    description = reason
  }
}
