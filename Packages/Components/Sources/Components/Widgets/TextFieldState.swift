/// The text of a field while it is being edited, by grapheme clusters; kept by whoever shows the field.
///
/// The insertion point is a number of clusters, and every step moves by whole clusters, so that a letter with its
/// accents, a flag or a family is entered, passed and deleted as one.
public struct TextFieldState: Hashable, Sendable {
  private var clusters: [Character]
  /// How many clusters are before the insertion point.
  public private(set) var cursor: Int
  /// The most clusters that the text may have.
  public let maximumLength: Int
  /// Whether the last insertion held more than there was room for; the rest was left out.
  private(set) var isCut = false

  private var killed = ""
  private var past: [Snapshot] = []
  private var future: [Snapshot] = []
  private var lastEdit = Edit.other

  /// A text to come back to.
  private struct Snapshot: Hashable {
    var clusters: [Character]
    var cursor: Int
  }

  /// What kind the last step was: typing on is undone as a whole.
  private enum Edit: Hashable {
    case typing, deleting, other
  }

  static let maximumUndo = 100

  /// The most code points that any text may have: 4,096.
  ///
  /// Every edit copies the text. A number of clusters alone bounds nothing, since one cluster can have any number of marks.
  public static let codePointLimit = 4_096

  /// Creates a state with the insertion point at the end of as much of a text as there is room for.
  ///
  /// - Parameters:
  ///   - text: The first text.
  ///   - maximumLength: The most clusters that the text may have, from 0 to ``codePointLimit``.
  public init(_ text: String = "", maximumLength: Int = TextFieldState.codePointLimit) {
    self.maximumLength = min(max(maximumLength, 0), Self.codePointLimit)
    clusters = []
    cursor = 0
    splice(Self.cleaned(text))
  }

  /// The text.
  public var text: String { String(clusters) }

  /// Whether there is no text.
  public var isEmpty: Bool { clusters.isEmpty }

  /// How many clusters the text has.
  public var count: Int { clusters.count }

  var characters: [Character] { clusters }

  // MARK: Entering

  /// Inserts typed text at the insertion point, as much as there is room for.
  public mutating func insert(_ text: String) { insert(text, as: .typing) }

  /// Inserts pasted text: one step to undo, whatever its length.
  ///
  /// Line feeds and tabs become blanks and other controls are left out, so that nothing that was copied can act as a key.
  public mutating func paste(_ text: String) { insert(text, as: .other) }

  /// Replaces the whole text.
  public mutating func replace(with text: String) {
    remember(.other)
    clusters = []
    cursor = 0
    splice(text)
  }

  private mutating func insert(_ text: String, as edit: Edit) {
    let safe = Self.cleaned(text)
    guard !safe.isEmpty else { return }
    remember(edit)
    splice(safe)
  }

  /// Puts text at the insertion point.
  private mutating func splice(_ text: String) {
    let before = String(clusters[..<cursor])
    let after = String(clusters[cursor...])
    var clusterRoom = maximumLength - clusters.count
    var codePointRoom = Self.codePointLimit - before.unicodeScalars.count - after.unicodeScalars.count
    let inserted = text.prefix { cluster in
      clusterRoom -= 1
      codePointRoom -= cluster.unicodeScalars.count
      return clusterRoom >= 0 && codePointRoom >= 0
    }
    join(before + inserted, after)
    isCut = inserted.endIndex < text.endIndex
  }

  /// Makes a text of what is before and after the insertion point; a cluster that both join into stands before it.
  private mutating func join(_ head: String, _ tail: String) {
    clusters = Array(head + tail)
    var bytes = head.utf8.count
    cursor = 0
    while bytes > 0 && cursor < clusters.count {
      bytes -= clusters[cursor].utf8.count
      cursor += 1
    }
  }

  private static func cleaned(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var previous: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x0A where previous == "\r": break
      case 0x09, 0x0A, 0x0D, 0x2028, 0x2029: result.append(" ")
      case 0x00..<0x20, 0x7F..<0xA0: break
      default: result.append(scalar)
      }
      previous = scalar
    }
    return String(result)
  }

  // MARK: Moving

  /// Moves one cluster to the left.
  mutating func moveLeft() { move(to: cursor - 1) }
  /// Moves one cluster to the right.
  mutating func moveRight() { move(to: cursor + 1) }
  mutating func moveWordLeft() { move(to: wordStart) }
  mutating func moveWordRight() { move(to: wordEnd) }
  /// Moves before all text.
  mutating func moveToStart() { move(to: 0) }
  /// Moves after all text.
  mutating func moveToEnd() { move(to: clusters.count) }

  /// Moves to before a cluster, as far as there are clusters.
  public mutating func move(to position: Int) {
    cursor = min(max(position, 0), clusters.count)
    lastEdit = .other
    isCut = false
  }

  private var wordStart: Int {
    var index = cursor
    while index > 0 && !Self.isWord(clusters[index - 1]) { index -= 1 }
    while index > 0 && Self.isWord(clusters[index - 1]) { index -= 1 }
    return index
  }

  private var wordEnd: Int {
    var index = cursor
    while index < clusters.count && !Self.isWord(clusters[index]) { index += 1 }
    while index < clusters.count && Self.isWord(clusters[index]) { index += 1 }
    return index
  }

  private static func isWord(_ cluster: Character) -> Bool { cluster.isLetter || cluster.isNumber || cluster == "_" }

  // MARK: Deleting

  /// Deletes the cluster before the insertion point.
  mutating func deleteBackward() { delete(max(cursor - 1, 0)..<cursor, .deleting) }
  /// Deletes the cluster after the insertion point.
  mutating func deleteForward() { delete(cursor..<min(cursor + 1, clusters.count), .deleting) }
  /// Deletes back to the start of the word, and keeps it for ``yank()``.
  mutating func deleteWordBackward() { kill(wordStart..<cursor) }
  /// Deletes up to the end of the word, and keeps it for ``yank()``.
  mutating func deleteWordForward() { kill(cursor..<wordEnd) }
  /// Deletes all before the insertion point, and keeps it for ``yank()``.
  mutating func deleteToStart() { kill(0..<cursor) }
  /// Deletes all after the insertion point, and keeps it for ``yank()``.
  mutating func deleteToEnd() { kill(cursor..<clusters.count) }
  /// Deletes everything.
  public mutating func clear() { delete(0..<clusters.count, .other) }
  /// Inserts what was deleted last as a word or a line.
  mutating func yank() { insert(killed, as: .other) }

  /// Exchanges the clusters before and after the insertion point, and moves on; at the end the last two.
  mutating func transpose() {
    let right = min(cursor, clusters.count - 1)
    guard right >= 1 else { return }
    remember(.other)
    clusters.swapAt(right - 1, right)
    join(String(clusters[...right]), String(clusters[(right + 1)...]))
  }

  private mutating func kill(_ range: Range<Int>) {
    if !range.isEmpty { killed = String(clusters[range]) }
    delete(range, .other)
  }

  private mutating func delete(_ range: Range<Int>, _ edit: Edit) {
    guard !range.isEmpty else { return }
    remember(edit)
    join(String(clusters[..<range.lowerBound]), String(clusters[range.upperBound...]))
  }

  // MARK: Undoing

  /// Goes back to the text before the last step.
  public mutating func undo() {
    guard let last = past.popLast() else { return }
    future.append(Snapshot(clusters: clusters, cursor: cursor))
    restore(last)
  }

  /// Takes back what was undone last.
  mutating func redo() {
    guard let next = future.popLast() else { return }
    past.append(Snapshot(clusters: clusters, cursor: cursor))
    restore(next)
  }

  private mutating func restore(_ snapshot: Snapshot) {
    clusters = snapshot.clusters
    cursor = snapshot.cursor
    lastEdit = .other
    isCut = false
  }

  private mutating func remember(_ edit: Edit) {
    future = []
    isCut = false
    if edit == .other || edit != lastEdit {
      past.append(Snapshot(clusters: clusters, cursor: cursor))
      if past.count > Self.maximumUndo { past.removeFirst() }
    }
    lastEdit = edit
  }
}

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
