import Components

/// A way of talking with a person: a screen that is redrawn, or lines one after another.
@MainActor
protocol Presentation: AnyObject {
  /// Whether keys come one by one as they are pressed.
  var isRaw: Bool { get }

  /// What the terminal is to be like meanwhile.
  var modes: TerminalModes { get }

  /// What is written first.
  var greeting: [UInt8] { get }

  /// The shortest time between two pictures.
  var interval: Duration { get }

  /// Adapts what drawing depends on.
  func adapt(_ environment: inout RenderEnvironment)

  /// Draws a tree, and gives the bytes that lead from what is shown to that.
  func present(_ body: some Widget, size: Size, environment: RenderEnvironment) -> (
    frame: RenderedFrame, bytes: [UInt8]
  )

  /// What is shown is not known any more.
  func invalidate()

  /// The bytes that remove what giving the modes back does not.
  func clearing() -> [UInt8]

  /// Takes what came from the terminal; all that there was.
  func read(_ bytes: [UInt8]) -> [TerminalInput]

  /// How long to wait for the rest of what came; nil if nothing is missing.
  var patience: Duration? { get }

  /// The rest did not come.
  func timeOut() -> [TerminalInput]

  /// Learns something about the terminal.
  func learn(_ reply: TerminalReply)
}
