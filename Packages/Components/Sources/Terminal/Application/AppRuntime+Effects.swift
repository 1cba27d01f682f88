import Components

extension AppRuntime {
  /// Copies text to the user's clipboard (OSC 52), and returns whether the text was sent.
  ///
  /// Text isn't sent in line mode or if it is longer than 74,994 bytes. Terminals don't report whether they accept it.
  @discardableResult
  public func copy(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard phase == .running, display.isRaw, bytes.count <= options.maximumClipboardLength else { return false }
    var output = Array("\u{1B}]52;c;".utf8)
    Base64.append(bytes, to: &output)
    output += "\u{1B}\\".utf8
    send(output)
    return true
  }

  /// Shows a desktop notification without waiting, or rings the bell if the terminal doesn't support notifications.
  public func notify(title: String, message: String) {
    guard phase == .running, display.isRaw else { return }
    send(DesktopNotification(title: title, message: message).bytes(for: device.profile.notifications))
  }

  /// Rings the bell, except in line mode.
  public func bell() {
    guard phase == .running, display.isRaw else { return }
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

  /// Stops the process as Ctrl-Z does.
  ///
  /// The terminal is restored first, and redrawn when the process continues.
  public func suspend() {
    guard phase == .running else { return }
    leave()
    device.pause()
    device.stop()
    do throws(TerminalError) {
      try device.resume()
      try enter()
    } catch {
      failure = failure ?? error
    }
    display.invalidate()
    needsDraw = true
    wake.yield(.changed)
  }
}

struct DesktopNotification {
  private let title: String
  private let message: String

  /// The maximum length of the title and of the message, in bytes.
  private static let maximumLength = 500

  init(title: String, message: String) {
    self.title = title.sanitized(.singleLine).limited(to: Self.maximumLength)
    self.message = message.sanitized(.singleLine).limited(to: Self.maximumLength)
  }

  /// Returns the escape sequence for a notification protocol.
  ///
  /// Sources: iTerm2, "Proprietary Escape Codes" (OSC 9); urxvt's `notify` extension (OSC 777), whose title can't
  /// contain a semicolon; kitty, "Desktop notifications" (OSC 99), where `d=0` announces another part.
  func bytes(for kind: TerminalProfile.Notifications) -> [UInt8] {
    switch kind {
    case .bell: [0x07]
    case .osc9:
      // A leading number with a semicolon would be a different command, such as ConEmu's progress (`9;4`).
      Array("\u{1B}]9;\((title.isEmpty ? message : "\(title): \(message)").withoutSemicolons)\u{1B}\\".utf8)
    case .osc777:
      Array("\u{1B}]777;notify;\(title.withoutSemicolons);\(message)\u{1B}\\".utf8)
    case .osc99:
      Array("\u{1B}]99;i=1:d=0;\(title)\u{1B}\\\u{1B}]99;i=1:d=1:p=body;\(message)\u{1B}\\".utf8)
    }
  }
}

extension String {
  /// The text with commas in place of semicolons, even before a combining mark.
  fileprivate var withoutSemicolons: String {
    String(String.UnicodeScalarView(unicodeScalars.map { $0 == ";" ? "," : $0 }))
  }
}
