import CommandLine
import Components
import Foundation

/// A command's output: data on standard output, and messages on standard error.
struct Console: Sendable {
  private(set) var output: StandardStream
  private(set) var messages: StandardStream
  let isJSON: Bool
  let isQuiet: Bool
  /// Whether the command's results are invented, which its JSON documents say.
  var isSample = false
  /// A function that returns the pager for text longer than the screen; `nil` if no pager is used.
  var findPager: (@Sendable () -> Pager?)?

  /// The layout of all data on standard output except JSON.
  var mode: OutputMode { output.mode }

  /// The width of help text, which is the terminal's width up to 120 columns.
  var helpWidth: Int { output.isTerminal ? min(mode.width ?? HelpPage.usualWidth, 120) : HelpPage.usualWidth }

  mutating func use(_ theme: Theme) {
    output.use(theme)
    messages.use(theme)
  }

  /// Writes data with secrets redacted, through a pager if the text is longer than the screen.
  func write(_ text: String) throws(CommandFailure) {
    try writeRedacted(output.secrets.redacted(text, isData: true))
  }

  private func writeRedacted(_ text: String) throws(CommandFailure) {
    if let pager = pager(for: text) {
      switch pager.show(text, on: output.descriptor) {
      case .shown: return
      case .signalled(let number): Interruption.end(by: number)
      case .notStarted: break
      }
    }
    do {
      try StandardStream.write(text, to: output.descriptor)
    } catch {
      throw Self.notWritten(error)
    }
  }

  /// Writes the content of a file, sanitizing it only on a terminal.
  func write(file text: String) throws(CommandFailure) {
    try write(output.isTerminal ? text.sanitized(.multiLine) : text)
  }

  /// Writes bytes unchanged, for content such as vCards with photos.
  func write(bytes: [UInt8]) throws(CommandFailure) {
    do throws(StandardStream.WriteError) {
      try StandardStream.write(bytes, to: output.descriptor)
    } catch {
      throw Self.notWritten(error)
    }
  }

  /// Returns a write error as a command failure, or ends the process if the reader has closed the pipe.
  private static func notWritten(_ error: StandardStream.WriteError) -> CommandFailure {
    // A reader that exits early isn't an error. Dispatch's threads block SIGPIPE, so this code raises it.
    if error.errorNumber == EPIPE { Interruption.end(by: SIGPIPE) }
    return CommandFailure(
      exitCode: .failure,
      kind: "output",
      message: "Couldn't write the result: \(error.code).",
      hint: "Check where standard output is redirected."
    )
  }

  private func pager(for text: String) -> Pager? {
    guard output.isTerminal, let findPager, let rows = output.rows, needsMore(than: rows, text) else { return nil }
    return findPager()
  }

  /// Returns whether text doesn't fit on the screen when the last row is reserved for the shell's prompt.
  private func needsMore(than rows: Int, _ text: String) -> Bool {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast(text.hasSuffix("\n") ? 1 : 0)
    if lines.count >= rows { return true }
    let width = max(mode.width ?? OutputMode.assumedWidth, 1)
    var needed = 0
    for line in lines {
      let cells = StyledText(escaped: String(line)).displayWidth(mode.widthPolicy)
      needed += max((cells + width - 1) / width, 1)
      if needed >= rows { return true }
    }
    return false
  }

  func write(json document: some Encodable) throws(CommandFailure) { try write(json: document, isData: true) }

  private func write(json document: some Encodable, isData: Bool) throws(CommandFailure) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    do {
      let data =
        try isSample && !(document is FailureDocument)
        ? encoder.encode(SampleDocument(document: document)) : encoder.encode(document)
      let text = String(decoding: data, as: UTF8.self)
      try writeRedacted(JSONText.withoutControls(output.secrets.redacted(json: text, isData: isData)) + "\n")
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      throw CommandFailure(
        exitCode: .failure,
        kind: "output",
        message: "Couldn't write the result as JSON: it contains a number that JSON can't represent."
      )
    }
  }

  /// Writes a message unless `--quiet` is used; a failed write doesn't stop the command.
  func inform(_ text: String) {
    guard !isQuiet else { return }
    try? messages.write(lines(of: StyledText(text.sanitized())))
  }

  /// Writes a warning about lost data, even with `--quiet`.
  func warn(_ text: String) {
    // There is no other stream for reporting this error.
    try? messages.write(lines(of: StyledText("Warning: \(text.sanitized())")))
  }

  /// Writes lines that are already sanitized, unless `--quiet` is used.
  func inform(lines: String) {
    guard !isQuiet else { return }
    try? messages.write(lines)
  }

  /// Reports a failure as text on standard error, or as JSON on standard output for scripts.
  func report(_ failure: CommandFailure) {
    if isJSON, (try? write(json: FailureDocument(failure), isData: false)) != nil { return }
    var text = lines(of: StyledText("fetch-counter: ", .bold) + StyledText(failure.message.sanitized()))
    if let hint = failure.hint { text += lines(of: StyledText("  \(hint.sanitized())"), isHint: true) }
    // There is no other stream for reporting this error.
    try? messages.write(text)
  }
}

extension Console {
  /// Returns a message as lines that end with line feeds, broken between words on a terminal.
  private func lines(of text: StyledText, isHint: Bool = false) -> String {
    let mode = messages.mode
    let width = messages.isTerminal ? mode.width : nil
    return MessageText(text, width: width, policy: mode.widthPolicy, isHanging: !isHint).lines
      .map { $0.encoded(for: mode.capabilities) + "\n" }.joined()
  }
}

struct ConsolePrompt {
  let text: String

  init(_ text: String) { self.text = text }

  static func isAvailable(on console: Console) -> Bool {
    console.messages.isTerminal && isatty(STDIN_FILENO) == 1
  }

  /// Asks the question; every response except "y" and "yes" means no.
  func ask(on console: Console) -> Bool {
    // The response is read even if the question can't be written.
    try? console.messages.write("\(text) [y/N] ")
    let answer = (try? StandardInput.line())?.lowercased()
    return answer == "y" || answer == "yes"
  }
}
