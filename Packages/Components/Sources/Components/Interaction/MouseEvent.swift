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
