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

/// What a mouse did over the screen.
public struct MouseEvent: Hashable, Sendable {
  /// A button.
  public enum Button: Hashable, Sendable {
    /// The main one.
    case left
    /// The wheel pressed.
    case middle
    /// The one for menus.
    case right
  }

  /// What was done.
  public enum Action: Hashable, Sendable {
    /// A button went down.
    case press(Button)
    /// A button came up.
    case release(Button)
    /// The mouse moved while a button was down.
    case drag(Button)
    /// The mouse moved with no button down.
    case move
    /// The wheel was turned by lines; down and to the right count up.
    case scroll(columns: Int, rows: Int)
  }

  /// What was done.
  public var action: Action
  /// Over which cell.
  public var position: Point
  /// What was held down.
  public var modifiers: KeyModifiers

  /// Creates an event.
  public init(_ action: Action, at position: Point, _ modifiers: KeyModifiers = []) {
    self.action = action
    self.position = position
    self.modifiers = modifiers
  }
}

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
