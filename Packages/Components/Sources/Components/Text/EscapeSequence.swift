/// One escape sequence in bytes, found by its form (ECMA-48 § 5.4, § 5.6; Paul Williams' parser for what ends what).
enum EscapeSequence: Equatable {
  /// A control sequence `ESC [ … final`, with the bytes between.
  case control(parameters: Range<Int>, final: UInt8)
  /// A string `ESC ] …`: an operating system command, with the bytes between.
  case command(Range<Int>)
  /// Any other sequence.
  case other

  /// The sequence at an ESC, and the offset after it; nil if what follows ESC is none or is not finished.
  static func parse(_ bytes: UnsafeBufferPointer<UInt8>, at escape: Int) -> (sequence: EscapeSequence, end: Int)? {
    guard escape + 1 < bytes.count else { return nil }
    let start = escape + 2
    switch bytes[escape + 1] {
    case UInt8(ascii: "["):
      guard let final = bytes[start...].firstIndex(where: { !(0x20...0x3F).contains($0) }) else { return nil }
      guard (0x40...0x7E).contains(bytes[final]) else { return nil }
      return (.control(parameters: start..<final, final: bytes[final]), final + 1)
    case UInt8(ascii: "]"):
      return stringEnd(bytes, from: start).map { (.command(start..<$0.contentEnd), $0.end) }
    case UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
      return stringEnd(bytes, from: start).map { (.other, $0.end) }
    default:
      guard let final = bytes[(escape + 1)...].firstIndex(where: { !(0x20...0x2F).contains($0) }) else { return nil }
      guard (0x30...0x7E).contains(bytes[final]) else { return nil }
      return (.other, final + 1)
    }
  }

  /// The end of a control string: BEL, or ESC and a backslash; nil if another control comes first.
  private static func stringEnd(
    _ bytes: UnsafeBufferPointer<UInt8>,
    from start: Int
  ) -> (contentEnd: Int, end: Int)? {
    guard let control = bytes[start...].firstIndex(where: { $0 < 0x20 || $0 == 0x7F }) else { return nil }
    if bytes[control] == 0x07 { return (control, control + 1) }
    guard bytes[control] == 0x1B, control + 1 < bytes.count, bytes[control + 1] == UInt8(ascii: "\\") else {
      return nil
    }
    return (control, control + 2)
  }
}
