public import Components
import Foundation
public import Terminal

/// A terminal in memory with somebody at it who follows a script: types, clicks, and looks at the screen.
///
/// It takes the same bytes as any other, and shows what a terminal would show. Nothing in it waits for time to pass:
/// its ``clock`` stands still until it is moved.
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
  /// What the runtime is told of the terminal.
  package let profile: TerminalProfile
  /// The clock of what is started on the terminal.
  public let clock: ScriptedClock
  /// How many cells there are; changed with ``resize(to:)``.
  public private(set) var size: Size
  /// How large a cell is in pixels.
  package let cellPixels: Size?
  /// What was drawn last.
  public private(set) var frame: RenderedFrame?
  /// How many frames were drawn.
  package private(set) var frameCount = 0
  /// The bytes of every write, in order.
  public private(set) var writes: [[UInt8]] = []
  /// How often the program was stopped.
  public private(set) var stopCount = 0
  /// Whether a program has the terminal.
  public private(set) var isOpen = false
  /// How long a wait may take in real time before it fails.
  public var patience = Duration.seconds(10)

  /// The model of what is shown.
  package private(set) var model: ModelTerminal
  /// What would be written if the process ended now.
  package private(set) var restoration: [UInt8] = []
  private var isPaused = false
  private var isRaw = true
  private var deliver: (@Sendable (DeviceEvent) -> Void)?
  private var end: Result<RunEnd, TerminalError>?
  private var waiters: [Waiter] = []
  private var isWatched = false
  private var sentCount = 0
  private var takenCount = 0

  /// Somebody who waits for a change.
  private struct Waiter {
    let deadline: ContinuousClock.Instant
    let continuation: CheckedContinuation<Void, Never>
  }

  /// Creates a terminal.
  ///
  /// - Parameters:
  ///   - size: How many cells it has.
  ///   - profile: What the runtime is told of it.
  ///   - cellPixels: How large a cell is in pixels.
  ///   - clock: The clock for what is started on it.
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
  }

  /// Creates a terminal that knows everything that the program uses.
  ///
  /// - Parameters:
  ///   - size: The size in cells.
  ///   - clock: The clock of programs that are started on the terminal.
  public convenience init(size: Size = Size(width: 80, height: 24), clock: ScriptedClock = ScriptedClock()) {
    self.init(size: size, profile: TerminalProfile(isAddressable: true), clock: clock)
  }

  // MARK: Running a program

  /// Starts a program; every change is drawn at once unless the options say otherwise.
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

  /// Starts a runtime that was made for this terminal.
  package func start(_ runtime: AppRuntime) {
    Task {
      let end: Result<RunEnd, TerminalError>
      do throws(TerminalError) { end = .success(try await runtime.run()) } catch { end = .failure(error) }
      self.end = end
      changed()
    }
  }

  /// Waits until the program has ended.
  public func waitForEnd() async throws -> RunEnd {
    try await waitUntil("the program ends") { end != nil }
    guard let end else { throw ScriptedTerminalFailure("There is no program.", screen: lines) }
    return try end.get()
  }

  // MARK: What a person does

  /// Presses a key.
  public func press(_ key: Key, _ modifiers: KeyModifiers = []) { press(KeyPress(key, modifiers)) }

  /// Presses keys, one after another.
  public func press(_ presses: KeyPress...) {
    for press in presses { send(encoder.bytes(for: press)) }
  }

  /// Types a text.
  public func type(_ text: String) {
    for character in text { press(character == "\n" ? KeyPress(.enter) : .character(character)) }
  }

  /// Pastes a text; in brackets if the program asked for that.
  public func paste(_ text: String) {
    let isBracketed = model.modes.contains(2004)
    send(Array(((isBracketed ? "\u{1B}[200~" : "") + text + (isBracketed ? "\u{1B}[201~" : "")).utf8))
  }

  /// Uses the mouse; ignored unless the program asked for that.
  public func mouse(_ action: MouseEvent.Action, at place: Point, _ modifiers: KeyModifiers = []) {
    guard model.modes.contains(1006) else { return }
    send(encoder.bytes(for: MouseEvent(action, at: place, modifiers)))
  }

  /// Presses and releases the left button over a cell.
  public func click(at place: Point) {
    mouse(.press(.left), at: place)
    mouse(.release(.left), at: place)
  }

  /// Presses and releases the left button over the first cell of a target.
  ///
  /// - Throws: ``ScriptedTerminalFailure`` where no such target is on the screen.
  public func click(target name: String, index: Int? = nil) throws {
    let target = frame?.targets.last { $0.name == name && (index == nil || $0.index == index) }
    guard let target else {
      throw ScriptedTerminalFailure("There is nothing called \(name) to click at.", screen: lines)
    }
    click(at: target.area.origin)
  }

  /// Makes the window another size.
  public func resize(to size: Size) {
    self.size = size
    model.resize(to: size)
    send(.resized)
  }

  /// Forgets what was written so far, which a long script would otherwise gather; the screen stays.
  public func forgetWrites() { writes.removeAll(keepingCapacity: true) }

  /// Gives the terminal the keyboard, or takes it away.
  public func focus(_ hasFocus: Bool) {
    if model.modes.contains(1004) { send(Array("\u{1B}[\(hasFocus ? "I" : "O")".utf8)) }
  }

  /// Sends bytes as they are, such as the answers to questions.
  ///
  /// Where lines are read, a carriage return becomes a line feed, as the system's line editing does it.
  public func send(_ bytes: [UInt8]) {
    if !isPaused { send(.input(isRaw ? bytes : bytes.map { $0 == 0x0D ? 0x0A : $0 })) }
  }

  /// Sends what no bytes stand for, such as a signal or the end of input.
  public func send(_ event: DeviceEvent) {
    guard let deliver else { return }
    sentCount += 1
    deliver(event)
  }

  /// Moves the clock.
  public func advance(by duration: Duration) { clock.advance(by: duration) }

  private var encoder: KeyEncoder { KeyEncoder(disambiguates: !model.keyboardFlags.isEmpty) }

  // MARK: What a person sees

  /// The rows of the screen, without blanks at their ends.
  public var lines: [String] { model.screen.lines }

  /// The screen as one text.
  public var text: String { lines.joined(separator: "\n") }

  /// The first difference between what is shown, which many frames and resizes left there, and what the last frame alone would show;
  /// nil if there is none, or another size is still to be drawn.
  public var difference: String? {
    guard let frame, frame.buffer.size == size else { return nil }
    return ScreenComparison.difference(of: model, from: frame, widths: .agreeing)
  }

  /// Whether the terminal is as it was before the program used it: its modes, its title, and the screen of whoever started it.
  public var isRestored: Bool { model.isRestored }

  /// The title of the window.
  public var title: String { model.title }

  /// Where the cursor is; nil while it is hidden.
  package var cursor: Point? { model.modes.contains(25) ? model.screen.cursor : nil }

  /// How often it rang.
  package var bells: Int { model.bells }

  /// The texts that were copied to the clipboard.
  package var clipboard: [String] {
    model.clipboard.map { String(decoding: Data(base64Encoded: $0) ?? Data(), as: UTF8.self) }
  }

  /// The messages for the desktop, as the commands that stand for them, such as `9;Done: 3 files`.
  package var notifications: [String] { model.commands }

  // MARK: Waiting

  /// Waits until the screen shows a text.
  public func waitUntil(contains text: String) async throws {
    try await waitUntil("the screen shows “\(text)”") { self.text.contains(text) }
  }

  /// Waits until the screen does not show a text.
  public func waitUntil(lacks text: String) async throws {
    try await waitUntil("the screen does not show “\(text)” any more") { !self.text.contains(text) }
  }

  /// Waits until something is so; it is looked at after everything that the program draws or writes.
  ///
  /// - Parameters:
  ///   - what: What is waited for, for the failure.
  ///   - condition: Whether it is so.
  /// - Throws: ``ScriptedTerminalFailure`` with the whole screen when it does not become so, at the latest after
  ///   ``patience``, or as soon as the program has ended.
  public func waitUntil(_ what: String, _ condition: @MainActor () -> Bool) async throws {
    let deadline = ContinuousClock.now + patience
    while !condition() {
      if let end { throw ScriptedTerminalFailure("The program has ended (\(end)) before \(what).", screen: lines) }
      guard ContinuousClock.now < deadline else {
        throw ScriptedTerminalFailure("Waited \(patience) in vain until \(what).", screen: lines)
      }
      await waitForChange(until: deadline)
    }
  }

  /// Waits until everything that was sent so far has been taken and drawn, also if it changed nothing.
  ///
  /// Takes as long as the shortest time between two frames, which is none with ``AppRuntimeOptions/scripted``.
  public func settle() async throws {
    try await waitUntil("the program has the terminal") { isOpen && frameCount > 0 }
    send(.input([]))
    let count = sentCount
    try await waitUntil("all input is taken") { takenCount >= count }
  }

  private func waitForChange(until deadline: ContinuousClock.Instant) async {
    watch()
    await withCheckedContinuation { waiters.append(Waiter(deadline: deadline, continuation: $0)) }
  }

  /// Ends waits that take too long, which only those of tests that fail do: nothing that happens has to wait for it.
  ///
  /// One for all of them: a sleep that is cancelled stays with the system until its time has come, and a long script waits often.
  private func watch() {
    guard !isWatched else { return }
    isWatched = true
    Task { [weak self] in
      repeat { try? await Task.sleep(for: .milliseconds(100)) } while self?.endLateWaits() ?? false
    }
  }

  /// Resumes those whose time is over.
  ///
  /// - Returns: Whether others still wait.
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

  // MARK: The device

  /// Takes the terminal.
  package func open(isRaw: Bool, deliver: @escaping @Sendable (DeviceEvent) -> Void) throws(TerminalError) {
    if isOpen { throw .alreadyInUse }
    isOpen = true
    self.isRaw = isRaw
    self.deliver = deliver
    changed()
  }

  /// Gives the terminal back.
  package func close(discardsInput: Bool) {
    isOpen = false
    deliver = nil
    changed()
  }

  /// What is typed goes to somebody else.
  package func pause() { isPaused = true }

  /// What is typed comes here again.
  package func resume() throws(TerminalError) { isPaused = false }

  /// Shows what bytes stand for.
  package func write(_ bytes: [UInt8]) throws(TerminalError) {
    writes.append(bytes)
    // The system puts a carriage return before a line feed unless a program sees to the screen itself.
    model.feed(isRaw ? bytes : bytes.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] })
    changed()
  }

  /// Keeps what would be written if the process ended now.
  package func setRestoration(_ bytes: [UInt8]) { restoration = bytes }

  /// Writes it.
  package func restore() throws(TerminalError) {
    try write(restoration)
    restoration = []
  }

  /// Counts, and goes on at once.
  package func stop() { stopCount += 1 }

  /// Counts.
  package func didTake(_ event: DeviceEvent) {
    takenCount += 1
    changed()
  }

  /// Keeps the frame.
  package func didShow(_ frame: RenderedFrame) {
    self.frame = frame
    frameCount += 1
    changed()
  }
}

extension AppRuntimeOptions {
  /// For a ``ScriptedTerminal``: every change is drawn at once.
  public static var scripted: AppRuntimeOptions {
    var options = AppRuntimeOptions()
    options.frameInterval = .zero
    options.lineInterval = .zero
    return options
  }
}

/// What a script waited for and did not see, with the screen as it was.
package struct ScriptedTerminalFailure: Error, CustomStringConvertible {
  /// What was missing.
  package let message: String
  /// The rows of the screen.
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
