/// A type that flags can have.
public protocol FlagValue: Sendable, Equatable {
  /// What is accepted, as it completes the sentence "expected …".
  static var flagExpectation: String { get }

  /// Creates a value from what a layer says, or `nil` if that is not of this type; nothing is guessed.
  ///
  /// - Parameter content: The content.
  init?(flagContent content: FlagContent)

  /// The value in the form in which layers with types keep it.
  var flagContent: FlagContent { get }
}
