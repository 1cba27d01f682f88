/// A screen of an interactive program, which draws the state of its view model and turns events into intents.
///
/// A host displays the screen, with tabs, hints, dialogs and toasts around it. It redraws the screen after every
/// handled event, and whenever an observable value changes that ``body(size:in:)`` has read. The screen never requests
/// a redraw.
@MainActor
public protocol Screen: AnyObject {
  /// The title in the navigation path and in the terminal window's title.
  var title: String { get }

  /// Returns a short text for the right end of the screen's frame in a wide window, such as the age of its prices.
  func caption(in environment: RenderEnvironment) -> StyledText?

  /// The current key bindings of the screen.
  var keyMap: KeyMap { get }

  /// Whether keys that enter text go to ``handle(_:)`` before any binding, for example in an open search field.
  ///
  /// Other keys, such as Escape, Enter and Tab, still go to ``keyMap`` first.
  var isEnteringText: Bool { get }

  /// Whether the screen shows an animation, such as a spinner, and needs periodic redraws.
  var isAnimating: Bool { get }

  /// Returns the widget tree for the current state.
  ///
  /// - Parameters:
  ///   - size: The available size, in cells.
  ///   - environment: The conditions of drawing, including the time for animations.
  /// - Returns: The tree, which is laid out to fill the size.
  func body(size: Size, in environment: RenderEnvironment) -> any Widget

  /// Handles an event that has no binding.
  ///
  /// - Returns: Whether the screen handled the event.
  func handle(_ event: ScreenEvent) -> Bool

  /// Receives every frame after it was drawn, with the visible rows and images and the page sizes.
  ///
  /// Drawing has no side effects, so this is the place to load content that has become visible.
  func didShow(_ frame: RenderedFrame)

  /// Starts loading whenever the screen becomes visible.
  func appear()

  /// Cancels tasks that only this screen needs.
  ///
  /// The host calls this method when the screen is covered or removed.
  func disappear()

  /// Cancels a running load, for example after Escape, and keeps the earlier content.
  ///
  /// - Returns: Whether a load was running.
  func cancelLoading() -> Bool
}

/// A screen with a list, beside which a wide window shows a preview of the selected item's page.
///
/// The host draws the preview immediately when the selection changes. It calls the preview's ``Screen/appear()`` only
/// after the selection stops moving, so scrolling through a list doesn't send a request for each row. Until then, the
/// preview shows the data from the list.
@MainActor
public protocol PreviewingScreen: Screen {
  /// The page of the selected item, or `nil` without a selection.
  ///
  /// The getter returns the same screen for the same item and has no observable effects, because the host reads it
  /// while drawing.
  var preview: (any Screen)? { get }

  /// Opens the page of the selected item and moves the keyboard focus to it.
  func openPreview()
}

extension Screen {
  /// Returns `nil`, which means no caption.
  public func caption(in environment: RenderEnvironment) -> StyledText? { nil }

  /// No text field has the focus.
  public var isEnteringText: Bool { false }

  /// Nothing is animated.
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

  /// Reports that no load was running.
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
  ///   - explanation: The consequence; may be empty.
  ///   - confirm: The label of the action, such as `Delete`.
  /// - Returns: Whether the user confirmed the action.
  func confirm(_ question: String, explanation: String, confirm: String) async -> Bool

  /// Offers actions in a menu above the screen, and performs the chosen one.
  ///
  /// - Parameters:
  ///   - title: The subject of the choice, such as `Copy`.
  ///   - choices: The actions.
  ///   - selected: The index of the initially selected choice.
  func choose(_ title: String, among choices: [KeyChoice], selected: Int)

  /// Shows a message about a change, and offers to undo the change with the undo key.
  ///
  /// - Parameters:
  ///   - message: The change, as a sentence such as `Purchase recorded.`
  ///   - undo: Undoes the change durably. Returns an error message if that fails.
  func didChange(_ message: StyledText, undo: @escaping @MainActor () async -> String?)

  /// Rings the bell and shows a desktop notification if the terminal supports it (OSC 9, OSC 777 or OSC 99), without
  /// waiting.
  func notify(title: String, message: String)

  /// Opens a link outside the program, or copies it with a message if no application can open it.
  ///
  /// Only `http`, `https`, `mailto` and `tel` links are opened. Others are rejected with a message.
  func open(link: String)

  /// Returns whether a link leads somewhere outside the program, so that ``open(link:)`` makes sense.
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
  /// Accepts every link.
  public func canOpen(link: String) -> Bool { true }

  /// Returns `false` without asking.
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
