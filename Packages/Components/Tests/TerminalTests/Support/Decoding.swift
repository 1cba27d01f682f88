import Terminal

/// Short ways to decode.
enum Decoding {
  static func of(_ text: String) -> [TerminalInput] { of([Array(text.utf8)]) }

  static func of(_ bytes: [UInt8], timeOut: Bool = false) -> [TerminalInput] { of([bytes], timeOut: timeOut) }

  /// Decodes pieces that come one after another, before there is nothing to read for a moment.
  static func of(_ pieces: [[UInt8]], timeOut: Bool = false) -> [TerminalInput] {
    var decoder = InputDecoder()
    var input: [TerminalInput] = []
    for piece in pieces { decoder.feed(piece, into: &input) }
    decoder.endBatch(into: &input)
    if timeOut { decoder.timeOut(into: &input) }
    return input
  }
}
