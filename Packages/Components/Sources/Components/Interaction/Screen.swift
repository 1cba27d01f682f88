/// A screen in an interactive program, which draws the state of its view model and turns events into intents.
///
/// A host displays the screen, surrounded by tabs, hints, dialogs and toasts. The host redraws the screen after every
/// handled event, and whenever an observable value read by ``body(size:in:)`` changes. The screen itself never requests
/// a redraw.
@MainActor
public protocol Screen: AnyObject {
  /// The title in the navigation path and the terminal window's title.
  var title: String { get }

  /// Returns short text, such as the age of prices, for the right end of the screen's frame in a wide window.
  func caption(in environment: RenderEnvironment) -> StyledText?

  /// The screen's current key bindings.
  var keyMap: KeyMap { get }

  /// Whether keys that enter text go to ``handle(_:)`` instead of the bindings, unlike Escape, Enter and Tab.
  var isEnteringText: Bool { get }

  /// Whether the screen shows an animation, such as a spinner, and needs periodic redraws.
  var isAnimating: Bool { get }

  /// Returns the widget tree for the current state.
  ///
  /// The tree is laid out to fill the size, in cells. The environment contains the time for animations.
  func body(size: Size, in environment: RenderEnvironment) -> any Widget

  /// Handles an event that has no binding, and returns whether the screen handled it.
  func handle(_ event: ScreenEvent) -> Bool

  /// Called after each frame is drawn, to load content that has become visible. Drawing itself has no side effects.
  func didShow(_ frame: RenderedFrame)

  /// Starts loading; called whenever the screen becomes visible.
  func appear()

  /// Cancels tasks that only this screen needs; called when the screen is covered or removed.
  func disappear()

  /// Whether ``cancelLoading()`` would cancel a load; if so, the host shows the key for cancelling.
  var canCancelLoading: Bool { get }

  /// Cancels a load in progress, for example after Escape, and keeps the earlier content.
  ///
  /// - Returns: Whether a load was in progress.
  func cancelLoading() -> Bool
}

/// A screen with a list and, in a wide window, a preview of the selected item's page.
///
/// The host draws the preview immediately when the selection changes, with the data from the list. It calls the
/// preview's ``Screen/appear()`` only after the selection stops moving, so scrolling through a list doesn't send a
/// request for each row.
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

  /// Shows a short temporary message that opens a link within the program when it is clicked.
  func show(_ message: StyledText, tone: Tone, link: String)

  /// Copies text to the user's clipboard if the terminal allows it (OSC 52), and shows a short message.
  func copy(_ text: String)

  /// Asks a question, such as `Delete the codes?`, and returns whether the user confirmed the action.
  ///
  /// The explanation, which may be empty, states the consequence. The label for the action is a word such as `Delete`.
  func confirm(_ question: String, explanation: String, confirm: String) async -> Bool

  /// Offers actions in a menu over the screen, with a title such as `Copy`, and performs the chosen action.
  func choose(_ title: String, among choices: [KeyChoice], selected: Int)

  /// Shows a sentence about a change, such as `Purchase recorded.`, and offers to undo the change with the undo key.
  ///
  /// `undo` undoes the change durably, or returns an error message.
  func didChange(_ message: StyledText, undo: @escaping @MainActor () async -> String?)

  /// Rings the bell and, if the terminal supports it (OSC 9, 777 or 99), shows a desktop notification, without waiting.
  func notify(title: String, message: String)

  /// Opens an `http`, `https`, `mailto` or `tel` link outside the program, and rejects other links with a message.
  ///
  /// If no application can open the link, the link is copied and a message is shown.
  func open(link: String)

  /// Returns whether ``open(link:)`` can open a link outside the program.
  func canOpen(link: String) -> Bool

  /// Writes a new file for the user, and shows its path.
  ///
  /// Existing files are never overwritten. If the name is already in use, a number is added.
  func export(name: String, contents: [UInt8])
}

extension ScreenEffects {
  /// Returns `true` for every link.
  public func canOpen(link: String) -> Bool { true }

  /// Returns `false` without asking the user.
  public func confirm(_ question: String, explanation: String, confirm: String) async -> Bool { false }

  /// Shows the message without the link.
  public func show(_ message: StyledText, tone: Tone, link: String) { show(message, tone: tone) }

  /// Ignores the choices.
  public func choose(_ title: String, among choices: [KeyChoice], selected: Int) {}

  /// Offers actions in a menu, with the first action selected.
  public func choose(_ title: String, among choices: [KeyChoice]) { choose(title, among: choices, selected: 0) }

  /// Shows the message without offering to undo the change.
  public func didChange(_ message: StyledText, undo: @escaping @MainActor () async -> String?) {
    show(message, tone: .positive)
  }
}
