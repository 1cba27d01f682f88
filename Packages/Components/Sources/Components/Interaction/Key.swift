/// A key of the keyboard, without what is held down beside it.
public enum Key: Hashable, Sendable {
  /// What typing enters: one grapheme cluster, as `a`, `A` or `é`.
  case character(Character)
  /// Enter, also called return.
  case enter
  /// Tabulator; going back is this key with ``KeyModifiers/shift``.
  case tab
  /// Escape.
  case escape
  /// Deletes what is before the insertion point.
  case backspace
  /// Deletes what is after the insertion point.
  case delete
  /// Insert.
  case insert
  /// Arrow up.
  case up
  /// Arrow down.
  case down
  /// Arrow left.
  case left
  /// Arrow right.
  case right
  /// To the start.
  case home
  /// To the end.
  case end
  /// One page up.
  case pageUp
  /// One page down.
  case pageDown
  /// A function key, counted from 1.
  case function(Int)
}
