import Basics
import Components
import Foundation

struct TerminalPrompt: Sendable {
  let console: Console

  /// Asks a question, and returns the trimmed response; `nil` at the end of input or if the response is too long.
  func ask(_ question: String) -> String? {
    // The response is read even if the question can't be written.
    let text = StyledText(question.sanitized())
    let mode = console.messages.mode
    let lines = mode.width.map { text.wrapped(to: $0, policy: mode.widthPolicy) } ?? [text]
    try? console.messages.write(lines.map(\.plainText).joined(separator: "\n") + " ")
    return (try? StandardInput.line())?.trimmingCharacters(in: .whitespaces)
  }

  /// Asks for a secret, which isn't shown on the terminal.
  func askSecretly(_ question: String) -> String? {
    let echo = TerminalEcho.shared
    echo.hide()
    defer {
      echo.restore()
      try? console.messages.write("\n")
    }
    return ask(question)
  }
}

final class TerminalEcho: Sendable {
  static let shared = TerminalEcho()

  private let saved = Locked<termios?>(nil)

  func hide() {
    saved.withLock { saved in
      var settings = termios()
      guard saved == nil, tcgetattr(STDIN_FILENO, &settings) == 0 else { return }
      saved = settings
      settings.c_lflag &= ~tcflag_t(ECHO)
      while tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings) != 0 && errno == EINTR {}
    }
  }

  func restore() {
    saved.withLock { saved in
      guard var settings = saved else { return }
      while tcsetattr(STDIN_FILENO, TCSANOW, &settings) != 0 && errno == EINTR {}
      saved = nil
    }
  }
}
