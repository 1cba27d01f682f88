public import Components

/// An app that runs on a terminal, drawing its state and handling input.
///
/// ``AppRuntime`` redraws the app after every event, and whenever an observable value read during drawing changes. The
/// app never requests a redraw. Observed values must change on the main actor.
@MainActor
public protocol TerminalApp: AnyObject {
  /// The terminal window's title, or an empty string to leave the title unchanged.
  var title: String { get }

  /// Whether the app shows an animation, such as a spinner, and needs periodic redraws.
  var isAnimating: Bool { get }

  /// The user's theme, or `nil` (the default) to use the theme that suits the terminal.
  var theme: Theme? { get }

  /// The user's choice of mouse events, or `nil` (the default) to use the runtime's options.
  var mouse: TerminalModes.Mouse? { get }

  /// Returns the widget tree for the current state.
  ///
  /// The tree is laid out to fill the size, in cells. The environment contains the time for animations.
  func body(size: Size, in environment: RenderEnvironment) -> any Widget

  /// Handles an event, with the frame on the screen for hit testing.
  ///
  /// Ctrl-C and Ctrl-Z arrive as ordinary keys.
  func handle(_ event: InputEvent, over frame: RenderedFrame)

  /// Called after each frame is drawn, to load content that has become visible. Drawing itself has no side effects.
  func didShow(_ frame: RenderedFrame)

  /// Releases resources that only a visible app needs; called after the run has ended and the terminal is restored.
  func didEnd()
}

extension TerminalApp {
  /// The theme that suits the terminal (`nil`).
  public var theme: Theme? { nil }

  /// The mouse events in the runtime's options (`nil`).
  public var mouse: TerminalModes.Mouse? { nil }

  /// Ignores the frame.
  public func didShow(_ frame: RenderedFrame) {}

  /// Does nothing.
  public func didEnd() {}
}

/// Options for an app runtime.
public struct AppRuntimeOptions: Sendable {
  /// The mouse events to report, unless the app overrides them.
  public var mouse = TerminalModes.Mouse.dragging
  /// Whether to enable the keyboard protocol that distinguishes keys with the same legacy code, where supported.
  package var disambiguatesKeys = true
  /// Whether to display large frames atomically (mode 2026), where supported.
  package var synchronizesOutput = true
  /// Whether to query the terminal for its features, after the first frame.
  package var asksTerminal = true
  /// The minimum time between two frames, 1/60 s by default.
  public var frameInterval = Duration.microseconds(16_667)
  /// The time between two animation frames, 80 ms by default.
  package var animationInterval = Duration.milliseconds(80)
  /// The time before a lone escape counts as the Escape key, 50 ms by default.
  ///
  /// Once a sequence has definitely started, the rest may take up to one second.
  package var escapeDelay = Duration.milliseconds(50)
  /// The minimum time between two updates in line mode, 500 ms by default.
  package var lineInterval = Duration.milliseconds(500)
  /// The maximum length of copied text, in bytes, which keeps its Base64 form within terminals' limit of 100,000 bytes.
  package var maximumClipboardLength = 74_994
  /// Returns the theme for the background that the terminal reports.
  ///
  /// `nil` keeps the environment's theme.
  public var theme: (@Sendable (Appearance) -> Theme)?

  /// Returns an image as a PNG file, for terminals such as iTerm2, which otherwise show images in cells.
  public var encodePNG: (@Sendable (PixelImage) -> [UInt8])?

  /// Creates options with the default values.
  public init() {}
}

/// The reason why a run ended.
public enum RunEnd: Hashable, Sendable {
  /// The app called ``AppRuntime/quit()``, or the task was cancelled.
  case quit
  /// The input ended, for example because the user pressed Ctrl-D in line mode.
  case inputEnded
  /// A signal ended the run.
  ///
  /// SIGHUP also means that the terminal was closed. The terminal has been restored. After its own cleanup, the program
  /// should call ``SystemTerminal/die(of:)`` so its parent process sees the actual reason.
  case signal(Int32)
}
