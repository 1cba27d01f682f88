import Components

/// A form of output: a redrawn screen, or successive lines of text.
@MainActor
protocol Display: AnyObject {
  /// Whether keys are delivered immediately, without line editing.
  var isRaw: Bool { get }

  var modes: TerminalModes { get }

  var greeting: [UInt8] { get }

  /// The minimum time between two frames.
  var interval: Duration { get }

  func adapt(_ environment: inout RenderEnvironment)

  /// Draws a widget tree, and returns the bytes that update the terminal.
  func present(_ body: some Widget, size: Size, environment: RenderEnvironment) -> (
    frame: RenderedFrame, bytes: [UInt8]
  )

  func invalidate()

  /// Returns the bytes for clearing content that would otherwise remain after the modes are restored.
  func clearing() -> [UInt8]

  /// Returns the input decoded from the bytes received so far.
  func read(_ bytes: [UInt8]) -> [TerminalInput]

  /// The time to wait for the rest of an incomplete sequence, or `nil` if no sequence is incomplete.
  var patience: Duration? { get }

  /// Ends an incomplete sequence whose rest didn't arrive in time, and returns the resulting input.
  func timeOut() -> [TerminalInput]

  func learn(_ reply: TerminalReply)
}

/// A full screen, drawn in cells and controlled by keys.
@MainActor
final class ScreenDisplay: Display {
  private let options: AppRuntimeOptions
  private let renderer = FrameRenderer()
  private var decoder = InputDecoder()

  init(options: AppRuntimeOptions, cellPixels: Size?) {
    self.options = options
    renderer.cellPixels = cellPixels
    renderer.encodePNG = options.encodePNG
  }

  let isRaw = true
  let greeting: [UInt8] = []
  var interval: Duration { options.frameInterval }

  var modes: TerminalModes {
    var modes = TerminalModes()
    modes.showsAlternateScreen = true
    modes.showsCursor = false
    modes.wrapsLines = false
    modes.mouse = options.mouse
    modes.bracketsPaste = true
    modes.reportsFocus = true
    modes.disambiguatesKeys = options.disambiguatesKeys
    return modes
  }

  func adapt(_ environment: inout RenderEnvironment) { renderer.imageProtocol = environment.imageProtocol }

  func present(_ body: some Widget, size: Size, environment: RenderEnvironment) -> (
    frame: RenderedFrame, bytes: [UInt8]
  ) {
    // Copy the shown buffer so that clusters and links have the same numbers in both buffers.
    let frame = body.frame(size: size, environment: environment, reusing: renderer.shown?.buffer)
    return (frame, renderer.render(frame))
  }

  func invalidate() { renderer.invalidate() }

  func clearing() -> [UInt8] { renderer.removeImages() }

  // MARK: Input

  func read(_ bytes: [UInt8]) -> [TerminalInput] {
    var input: [TerminalInput] = []
    // Ctrl-C on its own means that the end of the pasted text was lost.
    if decoder.wait == .paste, Self.interruptions.contains(bytes) { decoder.timeOut(into: &input) }
    decoder.feed(bytes, into: &input)
    decoder.endBatch(into: &input)
    return input
  }

  /// The encodings of Ctrl-C: the control character, and kitty's keyboard protocol.
  private static let interruptions: [[UInt8]] = [[0x03], Array("\u{1B}[99;5u".utf8)]

  /// The maximum time to wait for the rest of a character, sequence or reply on a slow connection.
  private static let restPatience = Duration.seconds(1)
  /// The maximum time to wait for the end of pasted text.
  private static let pastePatience = Duration.seconds(5)

  var patience: Duration? {
    switch decoder.wait {
    case .none: nil
    case .escape: options.escapeDelay
    case .rest: Self.restPatience
    case .paste: Self.pastePatience
    }
  }

  func timeOut() -> [TerminalInput] {
    var input: [TerminalInput] = []
    decoder.timeOut(into: &input)
    return input
  }

  func learn(_ reply: TerminalReply) {
    switch reply {
    case .mode(number: 2026, let isKnown): renderer.synchronizes = isKnown && options.synchronizesOutput
    case .cellPixels(let size): renderer.cellPixels = size
    case .mode, .attributes, .background, .kittyGraphics, .other: break
    }
  }

  var cellPixels: Size? { renderer.cellPixels }
}
