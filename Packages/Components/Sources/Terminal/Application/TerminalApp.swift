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
