import Components

/// A way of talking with a person: a screen that is redrawn, or lines one after another.
@MainActor
protocol Display: AnyObject {
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

  func invalidate()

  /// The bytes that remove what giving the modes back does not.
  func clearing() -> [UInt8]

  /// Takes what came from the terminal; all that there was.
  func read(_ bytes: [UInt8]) -> [TerminalInput]

  /// How long to wait for the rest of what came; nil if nothing is missing.
  var patience: Duration? { get }

  /// The rest did not come.
  func timeOut() -> [TerminalInput]

  func learn(_ reply: TerminalReply)
}

/// A full screen: drawn as cells, read as keys.
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
    // A copy of what is shown, so that the clusters and links of both have the same numbers.
    let frame = body.frame(size: size, environment: environment, reusing: renderer.shown?.buffer)
    return (frame, renderer.render(frame))
  }

  func invalidate() { renderer.invalidate() }

  func clearing() -> [UInt8] { renderer.removeImages() }

  // MARK: Input

  func read(_ bytes: [UInt8]) -> [TerminalInput] {
    var input: [TerminalInput] = []
    // Control-C that arrives alone is a key: the pasted text has lost its end.
    if decoder.wait == .paste, Self.interruptions.contains(bytes) { decoder.timeOut(into: &input) }
    decoder.feed(bytes, into: &input)
    decoder.endBatch(into: &input)
    return input
  }

  /// The forms of Control-C: as a control character, and in the keyboard protocol of kitty.
  private static let interruptions: [[UInt8]] = [[0x03], Array("\u{1B}[99;5u".utf8)]

  /// The rest of a character, sequence or answer may take this long on a slow connection.
  private static let restPatience = Duration.seconds(1)
  /// A pasted text whose end does not come is given up.
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
