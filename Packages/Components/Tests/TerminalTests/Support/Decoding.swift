import Terminal

enum Decoding {
  static func of(_ text: String) -> [TerminalInput] { of([Array(text.utf8)]) }

  static func of(_ bytes: [UInt8], timeOut: Bool = false) -> [TerminalInput] { of([bytes], timeOut: timeOut) }

  /// Returns the input decoded from consecutive pieces of one batch.
  static func of(_ pieces: [[UInt8]], timeOut: Bool = false) -> [TerminalInput] {
    var decoder = InputDecoder()
    var input: [TerminalInput] = []
    for piece in pieces { decoder.feed(piece, into: &input) }
    decoder.endBatch(into: &input)
    if timeOut { decoder.timeOut(into: &input) }
    return input
  }
}
