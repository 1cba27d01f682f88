/// What a person does at a terminal, as it comes from the terminal.
public enum InputEvent: Hashable, Sendable {
  /// A key was pressed.
  case key(KeyPress)
  /// The mouse did something.
  case mouse(MouseEvent)
  /// A text was pasted: one event, whatever is in it.
  case paste(String)
  /// The terminal got or lost the keyboard.
  case focus(Bool)
  /// The screen has another size.
  case resize(Size)
}
