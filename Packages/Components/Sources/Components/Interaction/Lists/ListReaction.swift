/// What an event meant to a ``ListModel``.
public enum ListReaction: Hashable, Sendable {
  /// Nothing: it is for somebody else.
  case ignored
  /// The list took it, as for moving the selection.
  case handled
  /// The selected item is to be opened: Enter, or a double click.
  case opened
}
