/// A user's action at a terminal.
public enum InputEvent: Hashable, Sendable {
  case key(KeyPress)
  case mouse(MouseEvent)
  /// Pasted text, delivered as a single event.
  case paste(String)
  /// A change in keyboard focus: `true` if the terminal gained focus, or `false` if it lost focus.
  case focus(Bool)
  case resize(Size)
}

/// A mouse event on the screen.
public struct MouseEvent: Hashable, Sendable {
  /// A mouse button.
  public enum Button: Hashable, Sendable {
    case left
    /// The middle button, or the wheel pressed as a button.
    case middle
    case right
  }

  /// The kind of a mouse event.
  public enum Action: Hashable, Sendable {
    case press(Button)
    case release(Button)
    /// The mouse moved while a button was pressed.
    case drag(Button)
    /// The mouse moved while no button was pressed.
    case move
    /// The wheel was turned, with down and right as the positive directions.
    case scroll(columns: Int, rows: Int)
  }

  /// The kind of the event.
  public var action: Action
  /// The cell at the mouse's position.
  public var position: Point
  /// The modifier keys held during the event.
  public var modifiers: KeyModifiers

  /// Creates a mouse event.
  public init(_ action: Action, at position: Point, _ modifiers: KeyModifiers = []) {
    self.action = action
    self.position = position
    self.modifiers = modifiers
  }
}

/// A user's action as seen by a screen.
public enum ScreenEvent: Hashable, Sendable {
  /// A key without a binding in the screen's ``KeyMap``.
  case key(KeyPress)
  case paste(String)
  /// A press of the left button on the topmost widget with a target name (`targeted(_:index:)`).
  ///
  /// `count` is 1 for the first press. Each further press on the same target within 0.5 seconds increases it by 1.
  case click(target: String, index: Int?, at: Point, count: Int)
  /// A turn of the mouse wheel over a target, or elsewhere if `target` is `nil`; `rows` is positive for scrolling down.
  case scroll(target: String?, index: Int?, rows: Int)
  /// A movement to a cell during a drag that started on a target.
  case drag(target: String, index: Int?, at: Point)
}
