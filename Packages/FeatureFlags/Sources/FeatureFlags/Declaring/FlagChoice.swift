/// A flag type with a few named values: an enumeration with strings as raw values.
///
/// ```swift
/// enum SortOrder: String, FlagChoice { case name, date }
/// ```
public protocol FlagChoice: FlagValue, CaseIterable, RawRepresentable where RawValue == String {}

extension FlagChoice {
  /// The names of all values.
  public static var flagExpectation: String {
    "one of " + allCases.map(\.rawValue).joined(separator: ", ")
  }

  /// Creates the value of a name, which has to be written exactly so.
  ///
  /// - Parameter content: The content.
  public init?(flagContent content: FlagContent) {
    switch content {
    case .text(let text), .string(let text): self.init(rawValue: text)
    default: return nil
    }
  }

  /// The name.
  public var flagContent: FlagContent { .string(rawValue) }
}
