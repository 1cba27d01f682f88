import Components

/// A message for the desktop, as a sequence.
struct DesktopNotification {
  private let title: String
  private let message: String

  /// The most bytes of each part.
  private static let maximumLength = 500

  init(title: String, message: String) {
    self.title = title.sanitized(.singleLine).limited(to: Self.maximumLength)
    self.message = message.sanitized(.singleLine).limited(to: Self.maximumLength)
  }

  /// The sequence of a kind of terminal.
  ///
  /// Sources: iTerm2, "Proprietary Escape Codes" (OSC 9); urxvt's extension `notify` (OSC 777), whose title has no semicolon;
  /// kitty, "Desktop notifications" (OSC 99), where `d=0` says that more is to come.
  func bytes(for kind: TerminalProfile.Notifications) -> [UInt8] {
    switch kind {
    case .bell: [0x07]
    case .osc9:
      // A number and a semicolon first would be another command, such as ConEmu's progress (`9;4`).
      Array("\u{1B}]9;\((title.isEmpty ? message : "\(title): \(message)").replacing(";", with: ","))\u{1B}\\".utf8)
    case .osc777:
      Array("\u{1B}]777;notify;\(title.replacing(";", with: ","));\(message)\u{1B}\\".utf8)
    case .osc99:
      Array("\u{1B}]99;i=1:d=0;\(title)\u{1B}\\\u{1B}]99;i=1:d=1:p=body;\(message)\u{1B}\\".utf8)
    }
  }
}
