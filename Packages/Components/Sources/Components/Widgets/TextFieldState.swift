/// The text and insertion point of a text field, stored by the field's owner.
///
/// All operations use whole grapheme clusters. For example, a letter with accents, a flag or a family emoji is entered,
/// skipped and deleted as one unit.
public struct TextFieldState: Hashable, Sendable {
  private var clusters: [Character]
  /// The position of the insertion point, as the number of clusters before it.
  public private(set) var cursor: Int
  /// The maximum number of clusters.
  public let maximumLength: Int
  /// Whether the last insertion was truncated because the field was full.
  private(set) var isCut = false
  /// Whether the text is an unedited default, which typed or pasted text replaces.
  ///
  /// Any edit or movement ends the selection, so Backspace or an arrow key lets the user edit the default.
  public private(set) var isDefaultSelected = false

  private var killed = ""
  private var past: [Snapshot] = []
  private var future: [Snapshot] = []
  private var lastEdit = Edit.other

  private struct Snapshot: Hashable {
    var clusters: [Character]
    var cursor: Int
  }

  /// The kind of the last edit; consecutive edits of one kind are undone together.
  private enum Edit: Hashable {
    case typing, deleting, other
  }

  static let maximumUndo = 100

  /// The maximum number of code points in the text, which every edit copies.
  ///
  /// Limiting the number of clusters isn't enough, because a cluster can contain any number of marks.
  public static let codePointLimit = 4_096

  /// Creates a state with the insertion point after the text.
  ///
  /// - Parameters:
  ///   - text: The initial text.
  ///   - maximumLength: The maximum number of clusters, clamped to 0...``codePointLimit``.
  ///   - isDefaultSelected: Whether the text is a default that typed text replaces. An empty text is never selected.
  public init(
    _ text: String = "",
    maximumLength: Int = TextFieldState.codePointLimit,
    isDefaultSelected: Bool = false
  ) {
    self.maximumLength = min(max(maximumLength, 0), Self.codePointLimit)
    clusters = []
    cursor = 0
    splice(Self.cleaned(text))
    self.isDefaultSelected = isDefaultSelected && !clusters.isEmpty
  }

  /// The current text.
  public var text: String { String(clusters) }

  /// Whether the text is empty.
  public var isEmpty: Bool { clusters.isEmpty }

  /// The number of clusters.
  public var count: Int { clusters.count }

  var characters: [Character] { clusters }

  // MARK: Insertion

  /// Inserts typed text at the insertion point, truncated to the available length.
  public mutating func insert(_ text: String) { insert(text, as: .typing) }

  /// Inserts pasted text as a single undo step.
  ///
  /// Line feeds and tabs become blanks. Other control characters are removed, because pasted text must not trigger
  /// keys.
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
    let replacesDefault = isDefaultSelected
    remember(edit)
    if replacesDefault { (clusters, cursor) = ([], 0) }
    splice(safe)
  }

  /// Inserts sanitized text, truncated to the available length.
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

  /// Joins two parts, and places the insertion point between them or, if a cluster spans both, after that cluster.
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

  // MARK: Movement

  mutating func moveLeft() { move(to: cursor - 1) }
  mutating func moveRight() { move(to: cursor + 1) }
  mutating func moveWordLeft() { move(to: wordStart) }
  mutating func moveWordRight() { move(to: wordEnd) }
  mutating func moveToStart() { move(to: 0) }
  mutating func moveToEnd() { move(to: clusters.count) }

  /// Moves the insertion point to a position, clamped to the text.
  public mutating func move(to position: Int) {
    cursor = min(max(position, 0), clusters.count)
    lastEdit = .other
    isCut = false
    isDefaultSelected = false
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

  // MARK: Deletion

  mutating func deleteBackward() { delete(max(cursor - 1, 0)..<cursor, .deleting) }
  mutating func deleteForward() { delete(cursor..<min(cursor + 1, clusters.count), .deleting) }
  /// Deletes to the start of the word, and stores the text for ``yank()``.
  mutating func deleteWordBackward() { kill(wordStart..<cursor) }
  /// Deletes to the end of the word, and stores the text for ``yank()``.
  mutating func deleteWordForward() { kill(cursor..<wordEnd) }
  /// Deletes all text before the insertion point, and stores it for ``yank()``.
  mutating func deleteToStart() { kill(0..<cursor) }
  /// Deletes all text after the insertion point, and stores it for ``yank()``.
  mutating func deleteToEnd() { kill(cursor..<clusters.count) }
  /// Deletes all text without storing it for a later paste.
  public mutating func clear() { delete(0..<clusters.count, .other) }
  /// Inserts the last deleted word or line.
  mutating func yank() { insert(killed, as: .other) }

  /// Swaps the clusters around the insertion point, or the last two at the end, and moves the insertion point forward.
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

  // MARK: Undo

  /// Restores the text before the last edit or group of edits.
  public mutating func undo() {
    guard let last = past.popLast() else { return }
    future.append(Snapshot(clusters: clusters, cursor: cursor))
    restore(last)
  }

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
    isDefaultSelected = false
  }

  private mutating func remember(_ edit: Edit) {
    future = []
    isCut = false
    isDefaultSelected = false
    if edit == .other || edit != lastEdit {
      past.append(Snapshot(clusters: clusters, cursor: cursor))
      if past.count > Self.maximumUndo { past.removeFirst() }
    }
    lastEdit = edit
  }
}

extension TextFieldState {
  /// Edits the text with the usual shell keys, and returns whether the key is an editing key.
  ///
  /// Arrows, Backspace and Delete work by clusters, or by words with Control or Alt. Home and End move to the ends.
  /// Ctrl-A, E, B, F, D, H, K, U, W, Y and T work as in readline. Ctrl-Z and Alt-Z undo and redo. Enter, Tab and Escape
  /// aren't editing keys.
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
