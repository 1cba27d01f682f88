#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A yes-or-no question to the person at the terminal.
struct Question {
  private let text: String

  init(_ text: String) { self.text = text }

  /// Whether somebody is there to read the question and to answer it.
  static func canBeAsked(on console: Console) -> Bool {
    console.messages.isTerminal && isatty(STDIN_FILENO) == 1
  }

  /// Asks, and takes everything but "y" and "yes" for a no.
  func ask(on console: Console) -> Bool {
    // Without its question a prompt is only a pause; the answer decides all the same.
    try? console.messages.write("\(text) [y/N] ")
    let answer = readLine()?.lowercased() ?? ""
    return answer == "y" || answer == "yes"
  }
}
