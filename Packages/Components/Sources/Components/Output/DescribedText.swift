/// A value with the title that says what it is.
public struct DescribedText: Hashable, Sendable {
  /// What the value is; one line, made safe.
  public let title: String
  /// The value.
  public var value: StyledText

  /// Creates a described text; line feeds in the title become blanks.
  public init(_ title: String, _ value: StyledText) {
    self.title = title.sanitized(.singleLine)
    self.value = value
  }

  /// Creates a described text of a plain value, which is made safe.
  public init(_ title: String, _ value: String) { self.init(title, StyledText(value)) }
}
