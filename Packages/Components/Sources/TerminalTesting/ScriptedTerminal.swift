public import Components
import Foundation
public import Terminal

/// An in-memory terminal with a scripted user who types, clicks and reads the screen.
///
/// It interprets output bytes like a real terminal. Nothing waits for real time, because the ``clock`` advances only
/// when a test advances it.
///
/// ```swift
/// let terminal = ScriptedTerminal()
/// let runtime = terminal.start(app)
/// try await terminal.waitUntil(contains: "Employees")
/// terminal.type("/park")
/// try await terminal.waitUntil(contains: "1 of 10")
/// ```
@MainActor
public final class ScriptedTerminal: TerminalDevice {
  /// The terminal profile that the runtime sees.
  package let profile: TerminalProfile
  /// The clock for programs running on the terminal.
  public let clock: ScriptedClock
  /// The size, in cells; changed by ``resize(to:)``.
  public private(set) var size: Size
  package let cellPixels: Size?
  /// The last frame drawn.
  public private(set) var frame: RenderedFrame?
  package private(set) var frameCount = 0
  /// The bytes of every write, in order.
  public private(set) var writes: [[UInt8]] = []
  /// The number of times that the program was stopped, for example with Ctrl-Z.
  public private(set) var stopCount = 0
  /// Whether a program is using the terminal.
  public private(set) var isOpen = false
  /// The maximum duration of a wait in real time, which only a failing test reaches.
  package var patience = Duration.seconds(300)

  package private(set) var model: ModelTerminal { didSet { knownLines = nil } }
  private var knownLines: [String]?
  /// The bytes that a fatal signal's handler would write now.
  package private(set) var restoration: [UInt8] = []
  private var isPaused = false
  private var isRaw = true
  private var deliver: (@Sendable (DeviceEvent) -> Void)?
  private var end: Result<RunEnd, TerminalError>?
  private var waiters: [Waiter] = []
  private var isWatched = false
  private var sentCount = 0
  private var takenCount = 0

  private struct Waiter {
    let deadline: ContinuousClock.Instant
    let continuation: CheckedContinuation<Void, Never>
  }

  /// Creates a terminal with a size in cells, a profile, a cell size in pixels, and a clock for its programs.
  package init(
    size: Size = Size(width: 80, height: 24),
    profile: TerminalProfile,
    cellPixels: Size? = nil,
    clock: ScriptedClock = ScriptedClock()
  ) {
    self.size = size
    self.profile = profile
    self.cellPixels = cellPixels
    self.clock = clock
    model = ModelTerminal(size: size.isEmpty ? Size(width: 80, height: 24) : size)
    clock.onSleep = { [weak self] in
      Task { await self?.changed() }
    }
  }

  /// Creates a terminal that supports every feature the program uses, with a size in cells.
  public convenience init(size: Size = Size(width: 80, height: 24), clock: ScriptedClock = ScriptedClock()) {
    self.init(size: size, profile: TerminalProfile(isAddressable: true), clock: clock)
  }

  // MARK: Running a program

  /// Starts a program, by default with options that draw every change immediately.
  @discardableResult
  public func start(
    _ app: any TerminalApp,
    environment: RenderEnvironment = RenderEnvironment(),
    options: AppRuntimeOptions = .scripted
  ) -> AppRuntime {
    let runtime = AppRuntime(app: app, device: self, environment: environment, options: options, clock: clock)
    start(runtime)
    return runtime
  }

  package func start(_ runtime: AppRuntime) {
    Task {
      let end: Result<RunEnd, TerminalError>
      do throws(TerminalError) { end = .success(try await runtime.run()) } catch { end = .failure(error) }
      self.end = end
      changed()
    }
  }

  /// Waits until the program has ended, and returns the reason.
  public func waitForEnd() async throws -> RunEnd {
    try await waitUntil("the program ends") { end != nil }
    guard let end else { throw ScriptedTerminalFailure("No program was started.", screen: lines) }
    return try end.get()
  }

  // MARK: User actions

  /// Presses a key.
  public func press(_ key: Key, _ modifiers: KeyModifiers = []) { press(KeyPress(key, modifiers)) }

  /// Presses several keys in order.
  public func press(_ presses: KeyPress...) {
    for press in presses { send(encoder.bytes(for: press)) }
  }

  /// Types text, pressing Enter for line feeds.
  ///
  /// All keys arrive at once, as from a fast typist, so the program draws one frame for them.
  public func type(_ text: String) {
    send(text.flatMap { encoder.bytes(for: $0 == "\n" ? KeyPress(.enter) : .character($0)) })
  }

  /// Pastes text, with bracketed paste if the program requested it.
  public func paste(_ text: String) {
    let isBracketed = model.modes.contains(2004)
    send(Array(((isBracketed ? "\u{1B}[200~" : "") + text + (isBracketed ? "\u{1B}[201~" : "")).utf8))
  }

  /// Sends a mouse event, if the program requested mouse events.
  public func mouse(_ action: MouseEvent.Action, at place: Point, _ modifiers: KeyModifiers = []) {
    guard model.modes.contains(1006) else { return }
    send(encoder.bytes(for: MouseEvent(action, at: place, modifiers)))
  }

  /// Presses and releases the left button on a cell.
  public func click(at place: Point) {
    mouse(.press(.left), at: place)
    mouse(.release(.left), at: place)
  }

  /// Clicks the first cell of a target, or throws ``ScriptedTerminalFailure`` if the target isn't on the screen.
  public func click(target name: String, index: Int? = nil) throws {
    let target = frame?.targets.last { $0.name == name && (index == nil || $0.index == index) }
    guard let target else {
      throw ScriptedTerminalFailure("There is no click target named \(name) on the screen.", screen: lines)
    }
    click(at: target.area.origin)
  }

  /// Resizes the window.
  public func resize(to size: Size) {
    self.size = size
    model.resize(to: size)
    send(.resized)
  }

  /// Removes the recorded writes, which would accumulate in a long script, but leaves the screen unchanged.
  public func forgetWrites() { writes.removeAll(keepingCapacity: true) }

  /// Reports that the terminal has gained or lost the keyboard focus.
  public func focus(_ hasFocus: Bool) {
    if model.modes.contains(1004) { send(Array("\u{1B}[\(hasFocus ? "I" : "O")".utf8)) }
  }

  /// Sends raw bytes, such as replies to queries.
  ///
  /// In line mode, a carriage return becomes a line feed, as in the system's line editing.
  public func send(_ bytes: [UInt8]) {
    if !isPaused { send(.input(isRaw ? bytes : bytes.map { $0 == 0x0D ? 0x0A : $0 })) }
  }

  /// Sends an event without a byte encoding, such as a signal or the end of input.
  public func send(_ event: DeviceEvent) {
    guard let deliver else { return }
    sentCount += 1
    deliver(event)
  }

  /// Advances the clock.
  public func advance(by duration: Duration) { clock.advance(by: duration) }

  private var encoder: KeyEncoder { KeyEncoder(disambiguates: !model.keyboardFlags.isEmpty) }

  // MARK: The screen

  /// The rows of the screen, without trailing blanks.
  public var lines: [String] {
    let lines = knownLines ?? model.screen.lines
    knownLines = lines
    return lines
  }

  /// The text of the screen, with rows separated by line feeds.
  public var text: String { lines.joined(separator: "\n") }

  /// The first difference between the screen and the last frame drawn on an empty screen.
  ///
  /// It is `nil` if they agree, or if a frame of another size is still pending.
  public var difference: String? {
    guard let frame, frame.buffer.size == size else { return nil }
    return ScreenComparison.difference(of: model, from: frame, widths: .agreeing)
  }

  /// Whether the terminal has its original modes, title and screen.
  public var isRestored: Bool { model.isRestored }

  /// The window title.
  public var title: String { model.title }

  /// The position of the cursor, or `nil` while it is hidden.
  package var cursor: Point? { model.modes.contains(25) ? model.screen.cursor : nil }

  package var bells: Int { model.bells }

  package var clipboard: [String] {
    model.clipboard.map { String(decoding: Data(base64Encoded: $0) ?? Data(), as: UTF8.self) }
  }

  /// The desktop notifications as operating system commands, such as `9;Done: 3 files`.
  package var notifications: [String] { model.commands }

  // MARK: Waiting

  /// Waits until the screen contains the given text.
  public func waitUntil(contains text: String) async throws {
    try await waitUntil("the screen shows “\(text)”") { self.text.contains(text) }
  }

  /// Waits until the screen no longer contains the given text.
  public func waitUntil(lacks text: String) async throws {
    try await waitUntil("the screen does not show “\(text)” any more") { !self.text.contains(text) }
  }

  /// Waits until a condition is true, checking it after every frame and write, and when a task sleeps on the clock.
  ///
  /// After five minutes of real time, or as soon as the program has ended, the method throws a
  /// ``ScriptedTerminalFailure`` that contains the description of the condition and the whole screen.
  public func waitUntil(_ what: String, _ condition: @MainActor () -> Bool) async throws {
    let deadline = ContinuousClock.now + patience
    while !condition() {
      if let end { throw ScriptedTerminalFailure("The program has ended (\(end)) before \(what).", screen: lines) }
      guard ContinuousClock.now < deadline else {
        throw ScriptedTerminalFailure("Timed out after \(patience) waiting until \(what).", screen: lines)
      }
      await waitForChange(until: deadline)
    }
  }

  /// Waits until all events sent so far have been handled and drawn, even if they changed nothing.
  ///
  /// This takes as long as the minimum time between two frames, which is zero with ``AppRuntimeOptions/scripted``.
  public func settle() async throws {
    try await waitUntil("the program has opened the terminal") { isOpen && frameCount > 0 }
    send(.input([]))
    let count = sentCount
    try await waitUntil("all input is handled") { takenCount >= count }
  }

  private func waitForChange(until deadline: ContinuousClock.Instant) async {
    watch()
    await withCheckedContinuation { waiters.append(Waiter(deadline: deadline, continuation: $0)) }
  }

  /// Ends overdue waits, which occur only in failing tests.
  ///
  /// One task serves all waits, because long scripts wait often, and a cancelled sleep uses memory until its deadline.
  private func watch() {
    guard !isWatched else { return }
    isWatched = true
    Task { [weak self] in
      repeat { try? await Task.sleep(for: .milliseconds(100)) } while self?.endLateWaits() ?? false
    }
  }

  /// Resumes all overdue waiters, and returns whether other waiters remain.
  private func endLateWaits() -> Bool {
    let now = ContinuousClock.now
    let late = waiters.filter { $0.deadline <= now }
    waiters.removeAll { $0.deadline <= now }
    for waiter in late { waiter.continuation.resume() }
    isWatched = !waiters.isEmpty
    return isWatched
  }

  private func changed() {
    let due = waiters
    waiters = []
    for waiter in due { waiter.continuation.resume() }
  }

  // MARK: Device

  package func open(isRaw: Bool, deliver: @escaping @Sendable (DeviceEvent) -> Void) throws(TerminalError) {
    if isOpen { throw .alreadyInUse }
    isOpen = true
    self.isRaw = isRaw
    self.deliver = deliver
    changed()
  }

  package func close(discardsInput: Bool) {
    isOpen = false
    deliver = nil
    changed()
  }

  /// Ignores typed bytes until ``resume()``.
  package func pause() { isPaused = true }

  package func resume() throws(TerminalError) { isPaused = false }

  /// Records the bytes, and interprets them in the model.
  package func write(_ bytes: [UInt8]) throws(TerminalError) {
    writes.append(bytes)
    // In line mode, the system inserts a carriage return before a line feed.
    model.feed(isRaw ? bytes : bytes.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] })
    changed()
  }

  package func setRestoration(_ bytes: [UInt8]) { restoration = bytes }

  package func restore() throws(TerminalError) {
    try write(restoration)
    restoration = []
  }

  /// Records the stop, and continues immediately.
  package func stop() { stopCount += 1 }

  package func didTake(_ event: DeviceEvent) {
    takenCount += 1
    changed()
  }

  package func didShow(_ frame: RenderedFrame) {
    self.frame = frame
    frameCount += 1
    changed()
  }
}

extension AppRuntimeOptions {
  /// Options for a ``ScriptedTerminal``, without delays between frames.
  public static var scripted: AppRuntimeOptions {
    var options = AppRuntimeOptions()
    options.frameInterval = .zero
    options.lineInterval = .zero
    return options
  }
}

/// A failed expectation in a script, with the screen at the time of the failure.
package struct ScriptedTerminalFailure: Error, CustomStringConvertible {
  package let message: String
  package let screen: [String]

  init(_ message: String, screen: [String]) {
    self.message = message
    self.screen = screen
  }

  package var description: String {
    let rows = screen.map { "│\($0)" }.joined(separator: "\n")
    return "\(message)\n┌─ screen\n\(rows)\n└─"
  }
}
