import Components

/// Lines one after another, for terminals whose cursor cannot be moved: what is new on the screen is written out, and lines
/// that are typed stand for keys.
@MainActor
final class LinePresentation: Presentation {
  private let options: AppRuntimeOptions
  private var shown: [String] = []
  private var unfinished: [UInt8] = []

  init(options: AppRuntimeOptions) { self.options = options }

  let isRaw = false
  let modes = TerminalModes.initial
  var greeting: [UInt8] { Array((LineCommand.help + "\n").utf8) }
  var interval: Duration { options.lineInterval }

  func adapt(_ environment: inout RenderEnvironment) {
    environment.isAnimated = false
    environment.imageProtocol = nil
  }

  func present(_ body: some Widget, size: Size, environment: RenderEnvironment) -> (
    frame: RenderedFrame, bytes: [UInt8]
  ) {
    let frame = body.frame(size: size, environment: environment)
    let lines = body.linearLines(in: environment).map { $0.encoded(for: environment.capabilities) }
    // What was there before need not be heard again, wherever it stands now.
    var known: [String: Int] = [:]
    for line in shown { known[line, default: 0] += 1 }
    var output = ""
    for line in lines {
      if let count = known[line], count > 0 { known[line] = count - 1 } else { output += line + "\n" }
    }
    shown = lines
    return (frame, Array(output.utf8))
  }

  func invalidate() { shown = [] }

  func clearing() -> [UInt8] { [] }

  // MARK: Input

  /// The longest line, in bytes, which is that of the system's line editing (POSIX, MAX_CANON is less).
  private static let longestLine = 4096

  func read(_ bytes: [UInt8]) -> [TerminalInput] {
    var input: [TerminalInput] = []
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        input += take(String(decoding: unfinished, as: UTF8.self))
        unfinished.removeAll(keepingCapacity: true)
      } else if unfinished.count < Self.longestLine {
        unfinished.append(byte)
      }
    }
    return input
  }

  private func take(_ line: String) -> [TerminalInput] {
    switch LineCommand(line) {
    case .showAgain:
      invalidate()
      return [.reply(.other)]
    case .keys(let presses): return presses.map { .event(.key($0)) }
    case .text(let text): return [.event(.paste(text))]
    }
  }

  let patience: Duration? = nil

  func timeOut() -> [TerminalInput] { [] }

  func learn(_ reply: TerminalReply) {}
}
