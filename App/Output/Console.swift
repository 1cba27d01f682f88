import Components
import Foundation

/// Where a command's results and messages go: data to standard output, everything else to standard error.
struct Console: Sendable {
  let output: StandardStream
  let messages: StandardStream
  let isJSON: Bool
  let isQuiet: Bool
  /// Finds the pager for text that is longer than the screen; nil where there is never one.
  var findPager: (@Sendable () -> Pager?)?

  /// How data is laid out on standard output, unless it is JSON.
  var mode: OutputMode { output.mode }

  /// The columns for help: those of the terminal, within reason.
  var helpWidth: Int { output.isTerminal ? min(mode.width ?? HelpPage.usualWidth, 120) : HelpPage.usualWidth }

  /// Writes data without secrets, through a pager where that is wanted and the text is longer than the screen.
  func write(_ text: String) throws(CommandFailure) { try writeRedacted(output.secrets.redacted(text)) }

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

  /// Writes the content of a file: unchanged to pipes and files, sanitized line by line on a terminal.
  func write(file text: String) throws(CommandFailure) {
    try write(output.isTerminal ? text.sanitized(.multiLine) : text)
  }

  /// Writes a part of a result that is a file of its own, such as cards with photos, as it is.
  func write(bytes: [UInt8]) throws(CommandFailure) {
    do throws(StandardStream.WriteError) {
      try StandardStream.write(bytes, to: output.descriptor)
    } catch {
      throw Self.notWritten(error)
    }
  }

  /// The failure for data that standard output does not take.
  private static func notWritten(_ error: StandardStream.WriteError) -> CommandFailure {
    // A reader that has seen enough is no failure. Threads of the system's pools block the signal that tells so.
    if error.errorNumber == EPIPE { Interruption.end(by: SIGPIPE) }
    return CommandFailure(
      exitCode: .failure,
      kind: "output",
      message: "The result can't be written: \(String(cString: strerror(error.errorNumber)).lowercased()).",
      hint: "Check where standard output leads."
    )
  }

  private func pager(for text: String) -> Pager? {
    guard output.isTerminal, let findPager, let rows = output.rows, needsMore(than: rows, text) else { return nil }
    return findPager()
  }

  /// Whether a text does not fit on so many lines, of which the last one is the shell's for its prompt.
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

  /// Writes a JSON document and a line feed.
  func write(json document: some Encodable) throws(CommandFailure) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    do {
      let text = String(decoding: try encoder.encode(document), as: UTF8.self)
      try writeRedacted(JSONText.withoutControls(output.secrets.redacted(json: text)) + "\n")
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      throw CommandFailure(
        exitCode: .failure,
        kind: "output",
        message: "The result can't be written as JSON: it contains a number that JSON can't represent."
      )
    }
  }

  /// Tells something that is no data; silent with `--quiet`.
  ///
  /// A stream that takes nothing more is no reason to fail.
  func inform(_ text: String) {
    guard !isQuiet else { return }
    try? messages.write(text.sanitized() + "\n")
  }

  /// Tells of something that is lost although the command goes on, also with `--quiet`.
  func warn(_ text: String) {
    // There is no further place to complain.
    try? messages.write("Warning: \(text.sanitized())\n")
  }

  /// Tells lines that are no data and safe to show; silent with `--quiet`.
  func inform(lines: String) {
    guard !isQuiet else { return }
    try? messages.write(lines)
  }

  /// Tells why a command failed: on standard error for people, on standard output as JSON for scripts.
  func report(_ failure: CommandFailure) {
    if isJSON, (try? write(json: FailureDocument(failure))) != nil { return }
    let capabilities = messages.mode.capabilities
    let title = StyledText("fetch-counter: ", .bold)
    var text = (title + StyledText(failure.message.sanitized())).encoded(for: capabilities) + "\n"
    if let hint = failure.hint { text += StyledText("  \(hint.sanitized())").encoded(for: capabilities) + "\n" }
    // There is no further place to complain.
    try? messages.write(text)
  }
}

/// `{"error": {"kind", "message", "hint"}}`.
struct FailureDocument: Encodable {
  struct Content: Encodable {
    let kind: String
    let message: String
    let hint: String?

    enum CodingKeys: String, CodingKey {
      case kind, message, hint
    }

    init(_ failure: CommandFailure) {
      kind = failure.kind
      message = failure.message
      hint = failure.hint
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(kind, forKey: .kind)
      try container.encode(message, forKey: .message)
      try container.encode(hint, forKey: .hint)
    }
  }

  let error: Content

  init(_ failure: CommandFailure) { error = Content(failure) }
}
