public import Components

/// How a runtime uses a terminal.
public struct AppRuntimeOptions: Sendable {
  /// What is reported of the mouse.
  public var mouse = TerminalModes.Mouse.dragging
  /// Whether keys are told apart that legacy codes confuse, where the terminal can.
  public var disambiguatesKeys = true
  /// Whether large frames are shown at once where the terminal says that it can (mode 2026).
  public var synchronizesOutput = true
  /// Whether the terminal is asked about itself, after the first frame.
  public var asksTerminal = true
  /// The shortest time between two frames; a 60th of a second unless said otherwise.
  public var frameInterval = Duration.microseconds(16_667)
  /// The time between two frames while something moves by itself.
  public var animationInterval = Duration.milliseconds(80)
  /// The time that an escape waits for the rest of a sequence; the rest of one that has certainly begun may take a second.
  public var escapeDelay = Duration.milliseconds(50)
  /// The shortest time between two readings where there are only lines.
  public var lineInterval = Duration.milliseconds(500)
  /// The longest text that goes to the clipboard, in bytes; terminals take no more than 100,000 of Base64.
  public var maximumClipboardLength = 74_994
  /// The theme for a background, once the terminal has said which one it has; nil to keep the one of the environment.
  public var theme: (@Sendable (Appearance) -> Theme)?

  /// Creates the usual options.
  public init() {}
}
