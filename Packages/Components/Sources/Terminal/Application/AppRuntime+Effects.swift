import Components

extension AppRuntime {
  /// Copies a text to the clipboard of the person's machine (OSC 52); whether it arrives, terminals do not say.
  ///
  /// - Returns: Whether it was sent; not where there are only lines, or the text is longer than
  ///   ``AppRuntimeOptions/maximumClipboardLength``.
  @discardableResult
  public func copy(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard phase == .running, presentation.isRaw, bytes.count <= options.maximumClipboardLength else { return false }
    var output = Array("\u{1B}]52;c;".utf8)
    Base64.append(bytes, to: &output)
    output += "\u{1B}\\".utf8
    send(output)
    return true
  }

  /// Tells the desktop something where the terminal can, and rings otherwise; does not wait.
  public func notify(title: String, message: String) {
    guard phase == .running, presentation.isRaw else { return }
    send(DesktopNotification(title: title, message: message).bytes(for: device.profile.notifications))
  }

  /// Rings.
  public func bell() {
    guard phase == .running, presentation.isRaw else { return }
    send([0x07])
  }

  private func send(_ bytes: [UInt8]) {
    do throws(TerminalError) {
      try write(bytes)
    } catch {
      failure = failure ?? error
      wake.yield(.changed)
    }
  }

  // MARK: Without the terminal for a while

  /// Stops the program as Ctrl-Z does elsewhere: gives the terminal back, and draws everything again when it goes on.
  public func suspend() {
    guard phase == .running else { return }
    leave()
    device.pause()
    device.stop()
    returnFromOutside()
  }

  /// Leaves the terminal to something else, such as a pager or an editor, and draws everything again afterwards.
  ///
  /// Meanwhile nothing is read and nothing is drawn. Call it from a task, not from within a call of the runtime.
  ///
  /// - Parameter body: What uses the terminal; it has its own settings as the program found them.
  /// - Returns: What the body returned.
  /// - Throws: What the body threw.
  public func runOutside<Result>(_ body: @MainActor () async throws -> Result) async rethrows -> Result {
    guard phase == .running else { return try await body() }
    leave()
    device.pause()
    phase = .outside
    defer {
      if phase == .outside {
        phase = .running
        returnFromOutside()
      }
    }
    return try await body()
  }

  /// Leaves the terminal to another program, such as a pager or an editor, and draws everything again when it has ended.
  ///
  /// - Parameters:
  ///   - command: The program, which is looked for in `PATH`, and its arguments.
  ///   - environment: Its environment.
  /// - Returns: Its exit status; 128 and the number of the signal where one ended it.
  /// - Throws: ``TerminalError`` where it cannot be started.
  public func runOutside(command: [String], environment: [String: String]) async throws(TerminalError) -> Int32 {
    let result = await runOutside { await OutsideProgram.run(command, environment: environment) }
    return try result.get()
  }

  private func returnFromOutside() {
    do throws(TerminalError) {
      try device.resume()
      try enter()
    } catch {
      failure = failure ?? error
    }
    presentation.invalidate()
    needsDraw = true
    wake.yield(.changed)
  }
}
