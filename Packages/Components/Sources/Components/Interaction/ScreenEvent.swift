/// What a person does, in terms of the screen that it is meant for.
public enum ScreenEvent: Hashable, Sendable {
  /// A key that no binding of the screen's ``KeyMap`` has taken.
  case key(KeyPress)
  /// A text was pasted.
  case paste(String)
  /// The left button was pressed over a widget that was given a name with `targeted(_:index:)`; the uppermost one counts.
  ///
  /// `count` is 1, or 2 for the second press on the same target within half a second, and so on.
  case click(target: String, index: Int?, at: Point, count: Int)
  /// The wheel was turned over a target, or over none; rows down count up.
  case scroll(target: String?, index: Int?, rows: Int)
  /// The button was moved while it was down, having gone down over a target; the place is that of the cell on the screen.
  case drag(target: String, index: Int?, at: Point)
}
