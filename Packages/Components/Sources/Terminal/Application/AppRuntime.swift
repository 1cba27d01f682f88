public import Components

/// A runtime that delivers input to an app on a terminal, and redraws the app when its state changes.
///
/// The runtime draws a frame after every event, and whenever an observable value read by the last frame changes. Frames
/// in quick succession are combined, and an unchanged frame writes nothing. The runtime waits for the terminal to
/// accept output, but never for replies. Each reply improves later frames. If the terminal's cursor can't be moved, the
/// app is written as lines of text, and typed lines are read as keys.
@MainActor
public final class AppRuntime {
  let app: any TerminalApp
  let device: any TerminalDevice
  let options: AppRuntimeOptions
  let clock: RuntimeClock
  let display: any Display

  /// The drawing environment, updated with the terminal's replies.
  public internal(set) var environment: RenderEnvironment
  /// The frame on the screen, or `nil` before the first frame.
  public internal(set) var frame: RenderedFrame?

  enum Wake: Sendable {
    case device(DeviceEvent)
    case changed
    case timer
  }

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

  /// Creates a runtime, which leaves the terminal unchanged until ``run()``.
  ///
  /// The runtime sets the environment's time and the features that the terminal reports.
  public convenience init(
    app: any TerminalApp,
    device: SystemTerminal,
    environment: RenderEnvironment,
    options: AppRuntimeOptions = AppRuntimeOptions()
  ) {
    self.init(app: app, device: device, environment: environment, options: options, clock: ContinuousClock())
  }

  /// Creates a runtime for any device, with a clock that times animations, frames and lone escapes.
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

  /// Runs until ``quit()``, the end of input or a terminating signal, and returns the reason.
  ///
  /// Call this method only once. Cancelling its task quits the app. If the terminal is unavailable or fails, the method
  /// throws an error. In all cases, the terminal is restored as far as possible.
  @discardableResult
  public func run() async throws(TerminalError) -> RunEnd {
    precondition(phase == .idle, "A runtime can run only once.")
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

  /// Ends the run if it isn't already ending.
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
        // The size changed back before a frame was drawn. The terminal may have cut off cells, so redraw all of them.
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

  /// Passes decoded events to the app, and adapts the drawing environment to the terminal's replies.
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
        // The sleep was cancelled because something else is due earlier, or because nothing is due.
      }
    }
    timer = (deadline, task)
  }
}

/// A clock that measures the time since its creation.
struct RuntimeClock: Sendable {
  let now: @Sendable () -> Duration
  /// Suspends until a given time after the clock's creation, or throws an error if the task is cancelled.
  let sleep: @Sendable (_ until: Duration) async throws -> Void

  init<C: Clock>(_ clock: C) where C.Duration == Duration {
    let start = clock.now
    now = { start.duration(to: clock.now) }
    sleep = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
  }
}
