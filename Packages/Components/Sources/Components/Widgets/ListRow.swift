/// What a row of a list shows.
public struct ListRow: Sendable {
  /// The text at the left; cut where there is no room.
  public var title: StyledText
  /// Text of less weight after it, if there is room.
  public var detail: StyledText
  /// The text at the right, which is kept the longest.
  public var trailing: StyledText

  /// Creates a row; line feeds become blanks.
  public init(_ title: StyledText, detail: StyledText = StyledText(), trailing: StyledText = StyledText()) {
    self.title = title.onOneLine
    self.detail = detail.onOneLine
    self.trailing = trailing.onOneLine
  }
}
