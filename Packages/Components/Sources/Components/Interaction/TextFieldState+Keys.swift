extension TextFieldState {
  /// Edits by a press of a key, with the keys that people know from shells.
  ///
  /// Arrows, Home, End, Backspace and Delete; by words with Control or Alt; Ctrl-A, E, B, F, D, H, K, U, W, Y, T as in
  /// readline; Ctrl-Z and Alt-Z undo and redo.
  ///
  /// - Returns: Whether the press is one of editing; Enter, Tab and Escape are not.
  public mutating func handle(_ press: KeyPress) -> Bool {
    if let text = press.typedText {
      insert(text)
      return true
    }
    if case .character(let letter) = press.key {
      if press.modifiers == .control { return handle(control: letter) }
      if press.modifiers == .alt { return handle(alt: letter) }
      return false
    }
    return handle(press.key, byWords: !press.modifiers.isDisjoint(with: [.control, .alt]))
  }

  private mutating func handle(_ key: Key, byWords: Bool) -> Bool {
    switch key {
    case .left: byWords ? moveWordLeft() : moveLeft()
    case .right: byWords ? moveWordRight() : moveRight()
    case .home: moveToStart()
    case .end: moveToEnd()
    case .backspace: byWords ? deleteWordBackward() : deleteBackward()
    case .delete: byWords ? deleteWordForward() : deleteForward()
    default: return false
    }
    return true
  }

  private mutating func handle(control letter: Character) -> Bool {
    switch letter {
    case "a": moveToStart()
    case "e": moveToEnd()
    case "b": moveLeft()
    case "f": moveRight()
    case "d": deleteForward()
    case "h": deleteBackward()
    case "k": deleteToEnd()
    case "u": deleteToStart()
    case "w": deleteWordBackward()
    case "y": yank()
    case "t": transpose()
    case "z": undo()
    default: return false
    }
    return true
  }

  private mutating func handle(alt letter: Character) -> Bool {
    switch letter {
    case "b": moveWordLeft()
    case "f": moveWordRight()
    case "d": deleteWordForward()
    case "z": redo()
    default: return false
    }
    return true
  }
}
