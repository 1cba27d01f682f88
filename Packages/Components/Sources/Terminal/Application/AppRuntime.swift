public import Components

/// Runs a program on a terminal: takes what a person does to it, and draws it again when what it shows has changed.
///
/// All on the main actor. A frame is drawn after every event, and when anything observable has changed that was read while
/// the last one was drawn; frames that follow each other closely become one, and one that changes nothing writes nothing.
/// Nothing is waited for but the terminal's taking what is written: whatever it answers makes later frames better.
///
/// On a terminal whose cursor cannot be moved, the same program is read out in lines, and typed lines stand for keys.
@MainActor
public final class AppRuntime {
  let app: any TerminalApp
  let device: any TerminalDevice
  let options: AppRuntimeOptions
  let clock: RuntimeClock
  let display: any Display

  /// What drawing depends on, with what has been learned of the terminal so far.
  public internal(set) var environment: RenderEnvironment
  /// What is on the screen; nil before the first frame.
  public internal(set) var frame: RenderedFrame?

  /// What the loop waits for.
  enum Wake: Sendable {
    case device(DeviceEvent)
    case changed
    case timer
  }

  /// Where the runtime is.
  enum Phase {
    case idle
    case running
    case ended
  }

  let wakes: AsyncStream<Wake>
  let wake: AsyncStream<Wake>.Continuation
  var phase = Phase.idle
  var end: RunEnd?
  var failure: TerminalError?
  var modes = TerminalModes.initial
  var needsDraw = true
  var isAnimating = false
  var lastDraw: Duration?
  var inputDeadline: Duration?
  var isAwaitingAnswers = false
  private var timer: (deadline: Duration, task: Task<Void, Never>)?

  /// Creates a runtime; nothing happens before ``run()``.
  ///
  /// - Parameters:
  ///   - app: The program.
  ///   - device: The terminal.
  ///   - environment: The conditions of drawing; the runtime fills in the time and what the terminal says of itself.
  ///   - options: The use of the terminal.
  public convenience init(
    app: any TerminalApp,
    device: SystemTerminal,
    environment: RenderEnvironment,
    options: AppRuntimeOptions = AppRuntimeOptions()
  ) {
    self.init(app: app, device: device, environment: environment, options: options, clock: ContinuousClock())
  }

  /// Creates a runtime on any device, with the clock that moves spinners, limits frames, and tells a lone escape from a sequence.
  package init(
    app: any TerminalApp,
    device: any TerminalDevice,
    environment: RenderEnvironment,
    options: AppRuntimeOptions = AppRuntimeOptions(),
    clock: any Clock<Duration>
  ) {
    self.app = app
    self.device = device
    self.options = options
    self.clock = RuntimeClock(clock)
    self.environment = environment
    if environment.imageProtocol == nil { self.environment.imageProtocol = device.profile.imageProtocol }
    if self.environment.imageProtocol == .iTerm, options.encodePNG == nil { self.environment.imageProtocol = nil }
    display =
      device.profile.isAddressable
      ? ScreenDisplay(options: options, cellPixels: device.cellPixels)
      : LineDisplay(options: options)
    (wakes, wake) = AsyncStream.makeStream(of: Wake.self)
  }

  /// Runs until ``quit()``, the end of input, or a signal that ends the process; gives the terminal back before it returns.
  ///
  /// Can be called once. Cancelling its task quits.
  ///
  /// - Returns: Why it ended.
  /// - Throws: ``TerminalError`` where the terminal cannot be had, or fails; it is given back as far as that is possible.
  @discardableResult
  public func run() async throws(TerminalError) -> RunEnd {
    precondition(phase == .idle, "A runtime runs once.")
    phase = .running
    defer { app.didEnd() }
    let wake = wake
    do throws(TerminalError) {
      try device.open(isRaw: display.isRaw) { event in wake.yield(.device(event)) }
    } catch {
      phase = .ended
      throw error
    }
    do throws(TerminalError) {
      try write(display.greeting)
      try enter()
      try draw()
      try ask()
      try await loop()
    } catch {
      finish()
      throw error
    }
    finish()
    return end ?? .quit
  }

  /// Ends the run.
  public func quit() {
    if end == nil { end = .quit }
    wake.yield(.changed)
  }

  private func finish() {
    timer?.task.cancel()
    timer = nil
    if phase == .running { leave() }
    phase = .ended
    device.close(discardsInput: isAwaitingAnswers)
    wake.finish()
  }

  // MARK: Loop

  private func loop() async throws(TerminalError) {
    schedule()
    for await next in wakes {
      device.willTake()
      handle(next)
      if let failure { throw failure }
      if end != nil { return }
      if phase == .running {
        if needsDraw && clock.now() >= nextFrame { try draw() }
        if let failure { throw failure }
        if end != nil { return }
      }
      if case .device(let event) = next { device.didTake(event) }
      schedule()
    }
  }

  private var nextFrame: Duration { lastDraw.map { $0 + display.interval } ?? .zero }

  private func handle(_ wake: Wake) {
    switch wake {
    case .changed: needsDraw = true
    case .timer:
      timer = nil
      giveUpLateInput()
      if isAnimating, let lastDraw, lastDraw + options.animationInterval <= clock.now() { needsDraw = true }
    case .device(let event): handle(event)
    }
  }

  private func handle(_ event: DeviceEvent) {
    switch event {
    case .input(let bytes):
      guard phase == .running else { return }
      giveUpLateInput()
      take(display.read(bytes))
      if !bytes.isEmpty { inputDeadline = display.patience.map { clock.now() + $0 } }
    case .resized:
      needsDraw = true
      if size != frame?.buffer.size {
        hand(.resize(size))
      } else {
        // It was another one for a moment, too short to be drawn: what the terminal has cut off is not there any more.
        display.invalidate()
      }
    case .signal(let number): end = end ?? .signal(number)
    case .ended: end = end ?? .inputEnded
    case .stopRequested: suspend()
    case .continued: if phase == .running { reenter() }
    case .failed(let error): failure = failure ?? error
    }
  }

  private func giveUpLateInput() {
    guard let deadline = inputDeadline, deadline <= clock.now() else { return }
    inputDeadline = nil
    take(display.timeOut())
  }

  /// Hands on what came from the terminal.
  private func take(_ input: [TerminalInput]) {
    for input in input where end == nil && failure == nil {
      switch input {
      case .event(let event): hand(event)
      case .reply(let reply): learn(reply)
      }
    }
  }

  private func hand(_ event: InputEvent) {
    guard let frame else { return }
    app.handle(event, over: frame)
    needsDraw = true
  }

  /// Makes sure that the loop wakes up when something is due.
  private func schedule() {
    var deadlines: [Duration] = []
    if phase == .running {
      if needsDraw { deadlines.append(nextFrame) }
      if isAnimating, let lastDraw { deadlines.append(lastDraw + options.animationInterval) }
      if let inputDeadline { deadlines.append(inputDeadline) }
    }
    guard let deadline = deadlines.min() else {
      timer?.task.cancel()
      timer = nil
      return
    }
    if timer?.deadline == deadline { return }
    timer?.task.cancel()
    let (clock, wake) = (clock, wake)
    let task = Task {
      do {
        try await clock.sleep(deadline)
        wake.yield(.timer)
      } catch {
        // Cancelled, because something else is due earlier, or nothing any more.
      }
    }
    timer = (deadline, task)
  }
}

/// A clock as the runtime uses it: the time since it was made, and waiting until such a time.
struct RuntimeClock: Sendable {
  /// The time since the runtime was made.
  let now: @Sendable () -> Duration
  /// Waits until a time; throws where the waiting is cancelled.
  let sleep: @Sendable (_ until: Duration) async throws -> Void

  init<C: Clock>(_ clock: C) where C.Duration == Duration {
    let start = clock.now
    now = { start.duration(to: clock.now) }
    sleep = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
  }
}
