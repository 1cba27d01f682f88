public import Components

/// A program on a terminal: what it shows, and what it does with what a person does.
///
/// Drawn again by ``AppRuntime`` when anything observable has changed that was read while it was drawn, and after every
/// event; it never asks for being drawn. Whatever it observes has to change on the main actor.
@MainActor
public protocol TerminalApp: AnyObject {
  /// The title of the terminal's window.
  var title: String { get }

  /// Whether something moves by itself, such as a spinner, so that it has to be drawn again as time goes on.
  var isAnimating: Bool { get }

  /// The theme that the person has chosen; nil for the one that suits the terminal.
  var theme: Theme? { get }

  /// What the person wants to be heard of the mouse; nil for what the runtime's options say.
  var mouse: TerminalModes.Mouse? { get }

  /// The tree that shows the state.
  ///
  /// - Parameters:
  ///   - size: The cells of the terminal.
  ///   - environment: What drawing depends on, with the time for whatever moves.
  /// - Returns: The tree; it is laid out in the whole of the size.
  func body(size: Size, in environment: RenderEnvironment) -> any Widget

  /// Takes what a person did.
  ///
  /// - Parameters:
  ///   - event: What was done. Ctrl-C and Ctrl-Z come as keys like any other.
  ///   - frame: What was on the screen, for finding out what is at a place.
  func handle(_ event: InputEvent, over frame: RenderedFrame)

  /// Takes note of what was drawn, after every frame: which rows and pictures can be seen, and how much a page is.
  ///
  /// Drawing itself changes nothing; this is the place to load what has come into sight.
  func didShow(_ frame: RenderedFrame)

  /// Ends what only a program that is shown needs: the run has ended, whatever ended it, and nothing is drawn or heard any more.
  ///
  /// Called once, when the terminal has been given back.
  func didEnd()
}

extension TerminalApp {
  /// The one that suits the terminal.
  public var theme: Theme? { nil }

  /// What the runtime's options say.
  public var mouse: TerminalModes.Mouse? { nil }

  /// Ignores the frame.
  public func didShow(_ frame: RenderedFrame) {}

  /// Nothing.
  public func didEnd() {}
}

/// How a runtime uses a terminal.
public struct AppRuntimeOptions: Sendable {
  /// What is reported of the mouse.
  public var mouse = TerminalModes.Mouse.dragging
  /// Whether keys are told apart that legacy codes confuse, where the terminal can.
  package var disambiguatesKeys = true
  /// Whether large frames are shown at once where the terminal says that it can (mode 2026).
  package var synchronizesOutput = true
  /// Whether the terminal is asked about itself, after the first frame.
  package var asksTerminal = true
  /// The shortest time between two frames; a 60th of a second unless said otherwise.
  public var frameInterval = Duration.microseconds(16_667)
  /// The time between two frames while something moves by itself.
  package var animationInterval = Duration.milliseconds(80)
  /// The time that an escape waits for the rest of a sequence; the rest of one that has certainly begun may take a second.
  package var escapeDelay = Duration.milliseconds(50)
  /// The shortest time between two readings where there are only lines.
  package var lineInterval = Duration.milliseconds(500)
  /// The longest text that goes to the clipboard, in bytes; terminals take no more than 100,000 of Base64.
  package var maximumClipboardLength = 74_994
  /// The theme for a background, once the terminal has said which one it has; nil to keep the one of the environment.
  public var theme: (@Sendable (Appearance) -> Theme)?

  /// Writes a PNG file for terminals that show image files, such as iTerm2; images are drawn in cells there without it.
  public var encodePNG: (@Sendable (PixelImage) -> [UInt8])?

  /// Creates the usual options.
  public init() {}
}

/// Why a run has ended.
public enum RunEnd: Hashable, Sendable {
  /// The program asked for it.
  case quit
  /// There is no more input, such as after Ctrl-D where there are only lines.
  case inputEnded
  /// A signal ended the process; SIGHUP also stands for a closed terminal.
  ///
  /// The terminal is given back. When the program has finished, it should end with ``SystemTerminal/die(of:)``, so that its
  /// parent sees the true reason.
  case signal(Int32)
}
