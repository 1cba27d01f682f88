/// One screen of an interactive program: draws what its view model says and turns what a person does into intents.
///
/// A screen is drawn again when anything observable that ``body(size:in:)`` read has changed, and after every event that it
/// handled; it never asks for being drawn. It is shown by a host, which draws tabs, hints, dialogs and toasts around it.
@MainActor
public protocol Screen: AnyObject {
  /// What the screen is called, for the path of screens and the terminal's title.
  var title: String { get }

  /// A short text at the right end of the frame in which a wide window draws the screen, such as the age of its prices.
  var caption: StyledText? { get }

  /// The keys of the screen as they are now.
  var keyMap: KeyMap { get }

  /// Whether keys that enter text go to ``handle(_:)`` before any binding, as while a search field is open.
  ///
  /// Keys that enter no text, as Escape, Enter and Tab, are looked up in ``keyMap`` first all the same.
  var isEnteringText: Bool { get }

  /// Whether something moves by itself, as a spinner, so that the host has to draw again as time goes on.
  var isAnimating: Bool { get }

  /// The tree that shows the state.
  ///
  /// - Parameters:
  ///   - size: The cells that there are for it.
  ///   - environment: What drawing depends on, with the time for whatever moves.
  /// - Returns: The tree; it is laid out in the whole of the size.
  func body(size: Size, in environment: RenderEnvironment) -> any Widget

  /// Takes what no binding took.
  ///
  /// - Returns: Whether the screen had a use for it.
  func handle(_ event: ScreenEvent) -> Bool

  /// Takes note of what was drawn, after every frame: which rows and pictures can be seen, and how much a page is.
  ///
  /// Drawing itself changes nothing; this is the place to load what has come into sight.
  func didShow(_ frame: RenderedFrame)

  /// The screen is shown, for the first time or again: the place to start loading.
  func appear()

  /// The screen is covered or gone: the place to cancel what only it needs.
  func disappear()

  /// Cancels a running load and keeps the earlier content, as on Escape.
  ///
  /// - Returns: Whether a load was running.
  func cancelLoading() -> Bool
}

/// A list whose selected item has a page, which a wide window shows beside the list.
///
/// The host draws the preview at once when the selection changes, and calls its ``Screen/appear()`` only after the selection
/// has rested, so that moving through a list sends no request for each row. Until then the preview shows what the list knows.
@MainActor
public protocol PreviewingScreen: Screen {
  /// The page of the selected item; nil while nothing is selected.
  ///
  /// Returns the same screen as long as the same item is selected, and changes nothing that can be observed: the host reads it
  /// while it draws.
  var preview: (any Screen)? { get }

  /// Opens the selected item's page, which gets the keys then.
  func openPreview()
}

extension Screen {
  /// No caption.
  public var caption: StyledText? { nil }

  /// No text field has the keyboard.
  public var isEnteringText: Bool { false }

  /// Nothing moves.
  public var isAnimating: Bool { false }

  /// Has no use for anything.
  public func handle(_ event: ScreenEvent) -> Bool { false }

  /// Ignores the frame.
  public func didShow(_ frame: RenderedFrame) {}

  /// Draws the screen alone, and reports the frame to it as its host would.
  public func frame(size: Size, in environment: RenderEnvironment) -> RenderedFrame {
    let frame = body(size: size, in: environment).frame(size: size, environment: environment)
    didShow(frame)
    return frame
  }

  /// Does nothing.
  public func appear() {}

  /// Does nothing.
  public func disappear() {}

  /// Has nothing to cancel.
  public func cancelLoading() -> Bool { false }
}

/// What a screen may ask of the program around it, apart from moving to other screens.
@MainActor
public protocol ScreenEffects: AnyObject {
  /// Shows a short message above the screen for a while.
  func show(_ message: StyledText, tone: Tone)

  /// Copies a text to the clipboard of the person's machine, where the terminal allows it (OSC 52), and says so in a
  /// short message.
  func copy(_ text: String)

  /// Asks before an action.
  ///
  /// - Parameters:
  ///   - question: The question, such as `Delete the codes?`.
  ///   - explanation: The consequence; may be empty.
  ///   - confirm: The label of the action, such as `Delete`.
  /// - Returns: Whether the person confirmed it.
  func confirm(_ question: String, explanation: String, confirm: String) async -> Bool

  /// Shows a message about a change, and offers to undo it with the key for undoing.
  ///
  /// - Parameters:
  ///   - message: The change, as a sentence such as `Purchase recorded.`
  ///   - undo: Takes the change back durably; returns the problem if that fails.
  func didChange(_ message: StyledText, undo: @escaping @MainActor () async -> String?)

  /// Rings, and tells the desktop where the terminal can (OSC 9, OSC 777, or OSC 99); nothing is waited for.
  func notify(title: String, message: String)

  /// Opens a link outside the program, or copies it and says so where there is nothing to open it with.
  ///
  /// Only `http`, `https`, `mailto` and `tel` links are opened; others are refused with a message.
  func open(link: String)

  /// Writes a file for the person, never over one that exists, and says where.
  ///
  /// - Parameters:
  ///   - name: What it should be called; a number is added when there is such a file.
  ///   - contents: What is written.
  func export(name: String, contents: [UInt8])
}

extension ScreenEffects {
  /// Declines.
  public func confirm(_ question: String, explanation: String, confirm: String) async -> Bool { false }

  /// Shows the message only.
  public func didChange(_ message: StyledText, undo: @escaping @MainActor () async -> String?) {
    show(message, tone: .positive)
  }
}
