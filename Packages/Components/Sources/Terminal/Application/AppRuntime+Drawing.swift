import Components
import Observation

extension AppRuntime {
  private static let assumedSize = Size(width: 80, height: 24)

  /// The maximum size; a larger reported size is an error or an attempt to exhaust memory.
  private static let largestSize = Size(width: 2000, height: 1000)

  /// The size to draw, in cells: 80 × 24 if the device reports no size, and at most 2000 × 1000.
  var size: Size {
    let size = device.size
    if size.isEmpty { return Self.assumedSize }
    return Size(width: min(size.width, Self.largestSize.width), height: min(size.height, Self.largestSize.height))
  }

  func draw() throws(TerminalError) {
    needsDraw = false
    lastDraw = clock.now()
    var environment = environment
    environment.time = clock.now()
    display.adapt(&environment)
    let (size, wake, app, display, base) = (size, wake, app, display, environment)
    let (drawn, title, mouse, isAnimating) = withObservationTracking {
      var environment = base
      // Until the app's theme applies, the environment's theme suits the terminal.
      if let theme = app.theme { environment.use(theme.legible(on: environment.theme.palette.appearance)) }
      let body = app.body(size: size, in: environment)
      // Lists request their rows during drawing, so drawing itself is observed, too.
      return (display.present(body, size: size, environment: environment), app.title, app.mouse, app.isAnimating)
    } onChange: {
      // `onChange` runs before the change. The main actor handles this event after the change.
      wake.yield(.changed)
    }
    frame = drawn.frame
    self.isAnimating = isAnimating && environment.isAnimated
    try write(drawn.bytes)
    try show(title: title)
    try listen(to: mouse)
    device.didShow(drawn.frame)
    app.didShow(drawn.frame)
  }

  private func show(title: String) throws(TerminalError) {
    guard display.isRaw, device.profile.hasTitle, !title.isEmpty, title != modes.title else { return }
    var wanted = modes
    wanted.title = title
    try change(to: wanted)
  }

  private func listen(to mouse: TerminalModes.Mouse?) throws(TerminalError) {
    guard display.isRaw, let mouse, mouse != modes.mouse else { return }
    var wanted = modes
    wanted.mouse = mouse
    try change(to: wanted)
  }

  // MARK: Modes

  func enter() throws(TerminalError) {
    var wanted = display.modes
    wanted.title = modes.title
    if let mouse = app.mouse { wanted.mouse = mouse }
    try change(to: wanted)
  }

  private func change(to wanted: TerminalModes) throws(TerminalError) {
    guard display.isRaw else { return }
    let bytes = wanted.transition(from: modes)
    modes = wanted
    // Set the restoration first, so a signal at any moment undoes these modes.
    device.setRestoration(wanted.restoration)
    try write(bytes)
  }

  func leave() {
    guard display.isRaw else { return }
    do throws(TerminalError) {
      try write(display.clearing())
      device.setRestoration(modes.restoration)
      try device.restore()
    } catch {
      // Writing failed, so the terminal is gone, and there is nothing to restore.
    }
    modes = .initial
    device.setRestoration([])
  }

  /// Restores the terminal and sets all modes again, for example after the process was stopped without notice.
  func reenter() {
    let title = modes.title
    leave()
    do throws(TerminalError) {
      try device.resume()
      modes.title = nil
      try enter()
      display.invalidate()
      if let title { try show(title: title) }
    } catch {
      failure = failure ?? error
    }
    needsDraw = true
    wake.yield(.changed)
  }

  func write(_ bytes: [UInt8]) throws(TerminalError) {
    if !bytes.isEmpty { try device.write(bytes) }
  }

  // MARK: Queries

  /// Queries the terminal for its features without waiting for the replies.
  ///
  /// The last query is DA1, which every terminal supports. Its reply means that no other replies follow.
  func ask() throws(TerminalError) {
    guard display.isRaw, options.asksTerminal, device.profile.answersQuestions else { return }
    var questions = "\u{1B}]11;?\u{1B}\\\u{1B}[?2026$p\u{1B}[16t"
    if device.profile.asksForKittyGraphics {
      questions += "\u{1B}_Gi=\(StringReply.graphicsIdentifier),s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"
    }
    isAwaitingAnswers = true
    try write(Array((questions + "\u{1B}[c").utf8))
  }

  /// The luminance of middle gray (0x808080), which is the maximum for dark backgrounds.
  private static let middleGray = 0.216

  /// Adapts the drawing environment to a reply from the terminal.
  func learn(_ reply: TerminalReply) {
    display.learn(reply)
    switch reply {
    case .background(let color):
      guard let theme = options.theme else { return }
      environment.use(theme(color.luminance > Self.middleGray ? .light : .dark))
    case .kittyGraphics(let isSupported):
      if isSupported { environment.imageProtocol = .kitty }
    case .attributes(let attributes):
      isAwaitingAnswers = false
      let pixels = (display as? ScreenDisplay)?.cellPixels
      // Attribute 4 means sixel graphics (DEC STD 070, DA1).
      guard environment.imageProtocol == nil, attributes.dropFirst().contains(4), pixels != nil else { return }
      environment.imageProtocol = .sixel
    case .cellPixels, .mode: return
    case .other: break
    }
    needsDraw = true
  }
}
