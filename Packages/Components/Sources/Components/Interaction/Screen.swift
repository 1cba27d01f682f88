/// A screen of an interactive program, which draws the state of its view model and turns events into intents.
///
/// A host displays the screen, surrounded by tabs, hints, dialogs and toasts. The host redraws the screen after
/// every handled event, and whenever an observable value changes that ``body(size:in:)`` has read. The screen never
/// requests a redraw.
@MainActor
public protocol Screen: AnyObject {
  /// The title in the navigation path and the terminal window's title.
  var title: String { get }

  /// Returns short text for the right end of the screen's frame in a wide window, such as the age of prices.
  func caption(in environment: RenderEnvironment) -> StyledText?

  /// The current key bindings of the screen.
  var keyMap: KeyMap { get }

  /// Whether keys that enter text go to ``handle(_:)`` before any binding, for example while a search field is
  /// open.
  ///
  /// Other keys, such as Escape, Enter and Tab, still go to ``keyMap`` first.
  var isEnteringText: Bool { get }

  /// Whether the screen shows an animation, such as a spinner, and needs periodic redraws.
  var isAnimating: Bool { get }

  /// Returns the widget tree for the current state.
  ///
  /// - Parameters:
  ///   - size: The available size, in cells.
  ///   - environment: The environment for drawing, including the time for animations.
  /// - Returns: The widget tree, which is laid out to fill the size.
  func body(size: Size, in environment: RenderEnvironment) -> any Widget

  /// Handles an event that has no binding.
  ///
  /// - Returns: Whether the screen handled the event.
  func handle(_ event: ScreenEvent) -> Bool

  /// Receives every frame after it is drawn, with the visible rows and images and the page sizes.
  ///
  /// Drawing has no side effects, so this is the place to load content that has become visible.
  func didShow(_ frame: RenderedFrame)

  /// Starts loading.
  ///
  /// The host calls this method whenever the screen becomes visible.
  func appear()

  /// Cancels tasks that only this screen needs.
  ///
  /// The host calls this method when the screen is covered or removed.
  func disappear()

  /// Whether ``cancelLoading()`` would cancel a load, which makes the host show a key for it.
  var canCancelLoading: Bool { get }

  /// Cancels a load in progress, for example after Escape, and keeps the earlier content.
  ///
  /// - Returns: Whether a load was in progress.
  func cancelLoading() -> Bool
}

/// A screen with a list and a preview.
///
/// A wide window shows a preview of the selected item's page beside the list.
///
/// The host draws the preview immediately when the selection changes. It calls the preview's ``Screen/appear()`` only
/// after the selection stops moving, so scrolling through a list doesn't send a request for each row. Until then, the
/// preview shows the data from the list.
@MainActor
public protocol PreviewingScreen: Screen {
  /// The selected item's page, or `nil` if no item is selected.
  ///
  /// The getter returns the same screen for the same item and has no observable effects, because the host reads it
  /// while drawing.
  var preview: (any Screen)? { get }

  /// Opens the selected item's page and moves the keyboard focus to it.
  func openPreview()
}

extension Screen {
  /// Returns `nil`, which means no caption.
  public func caption(in environment: RenderEnvironment) -> StyledText? { nil }

  /// Returns `false`, which means that no text field has the focus.
  public var isEnteringText: Bool { false }

  /// Returns `false`, which means that nothing is animated.
  public var isAnimating: Bool { false }

  /// Ignores the event.
  public func handle(_ event: ScreenEvent) -> Bool { false }

  /// Ignores the frame.
  public func didShow(_ frame: RenderedFrame) {}

  /// Draws the screen without a host, and calls ``didShow(_:)`` with the frame as a host would.
  public func frame(size: Size, in environment: RenderEnvironment) -> RenderedFrame {
    let frame = body(size: size, in: environment).frame(size: size, environment: environment)
    didShow(frame)
    return frame
  }

  /// Does nothing.
  public func appear() {}

  /// Does nothing.
  public func disappear() {}

  /// Returns `false`, which means that no load is in progress.
  public var canCancelLoading: Bool { false }

  /// Returns `false`, which means that no load was in progress.
  public func cancelLoading() -> Bool { false }
}

/// Effects other than navigation that a screen can request from its program.
@MainActor
public protocol ScreenEffects: AnyObject {
  /// Shows a short temporary message above the screen.
  func show(_ message: StyledText, tone: Tone)

  /// Copies text to the user's clipboard if the terminal allows it (OSC 52), and shows a short message.
  func copy(_ text: String)

  /// Asks the user to confirm an action.
  ///
  /// - Parameters:
  ///   - question: The question, such as `Delete the codes?`.
  ///   - explanation: The consequence of the action, which may be empty.
  ///   - confirm: The label for the action, such as `Delete`.
  /// - Returns: Whether the user confirmed the action.
  func confirm(_ question: String, explanation: String, confirm: String) async -> Bool

  /// Offers actions in a menu over the screen, and performs the chosen action.
  ///
  /// - Parameters:
  ///   - title: The subject of the menu, such as `Copy`.
  ///   - choices: The actions.
  ///   - selected: The index of the initially selected choice.
  func choose(_ title: String, among choices: [KeyChoice], selected: Int)

  /// Shows a message about a change, and offers to undo the change with the undo key.
  ///
  /// - Parameters:
  ///   - message: A sentence that describes the change, such as `Purchase recorded.`
  ///   - undo: Undoes the change durably. Returns an error message if undoing fails.
  func didChange(_ message: StyledText, undo: @escaping @MainActor () async -> String?)

  /// Rings the bell and shows a desktop notification without waiting.
  ///
  /// The notification requires terminal support (OSC 9, OSC 777 or OSC 99).
  func notify(title: String, message: String)

  /// Opens a link outside the program.
  ///
  /// If no application can open it, the link is copied and a message is shown.
  ///
  /// Only `http`, `https`, `mailto` and `tel` links are opened. Others are rejected with a message.
  func open(link: String)

  /// Returns whether ``open(link:)`` can open a link outside the program.
  func canOpen(link: String) -> Bool

  /// Writes a new file for the user, and shows its path.
  ///
  /// Existing files are never overwritten.
  ///
  /// - Parameters:
  ///   - name: The preferred name. A number is added if the file exists.
  ///   - contents: The content of the file.
  func export(name: String, contents: [UInt8])
}

extension ScreenEffects {
  /// Returns `true` for every link.
  public func canOpen(link: String) -> Bool { true }

  /// Returns `false` without asking the user.
  public func confirm(_ question: String, explanation: String, confirm: String) async -> Bool { false }

  /// Ignores the choices.
  public func choose(_ title: String, among choices: [KeyChoice], selected: Int) {}

  /// Offers actions in a menu, with the first action selected.
  public func choose(_ title: String, among choices: [KeyChoice]) { choose(title, among: choices, selected: 0) }

  /// Shows the message without offering to undo the change.
  public func didChange(_ message: StyledText, undo: @escaping @MainActor () async -> String?) {
    show(message, tone: .positive)
  }
}
