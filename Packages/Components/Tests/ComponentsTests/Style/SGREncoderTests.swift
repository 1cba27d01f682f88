import BasicsTesting
import Testing

@testable import Components

@Suite("Style encoder")
struct SGREncoderTests {
  private static func sequence(from old: TextStyle, to new: TextStyle) -> String {
    var bytes: [UInt8] = []
    SGREncoder.appendTransition(from: old, to: new, into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(
    "writes the shortest sequence between two styles",
    arguments: [
      (.plain, .plain, ""), (.plain, .bold, "\u{1B}[1m"), (.bold, .plain, "\u{1B}[0m"),
      (.plain, .foreground(.red), "\u{1B}[31m"), (.plain, .foreground(.ansi(.brightRed)), "\u{1B}[91m"),
      (.plain, .background(.red), "\u{1B}[41m"), (.plain, .background(.ansi(.brightCyan)), "\u{1B}[106m"),
      (.plain, .foreground(.palette(7)), "\u{1B}[38;5;7m"), (.plain, .background(.palette(200)), "\u{1B}[48;5;200m"),
      (.plain, .foreground(.rgb(1, 22, 255)), "\u{1B}[38;2;1;22;255m"),
      (.foreground(.red), .foreground(.red).bold(), "\u{1B}[1m"), (.foreground(.red), .foreground(.blue), "\u{1B}[34m"),
      (.bold.foreground(.rgb(1, 2, 3)), .foreground(.rgb(1, 2, 3)), "\u{1B}[22m"),
      (.bold.dim(), .dim, "\u{1B}[0;2m"),
      (.bold.dim().foreground(.rgb(1, 2, 3)), .dim.foreground(.rgb(1, 2, 3)), "\u{1B}[22;2m"),
      (.bold.foreground(.red), .foreground(.red), "\u{1B}[22m"),
      (.foreground(.red).background(.blue), .foreground(.red), "\u{1B}[49m"),
    ] as [(TextStyle, TextStyle, String)]
  )
  func transitions(old: TextStyle, new: TextStyle, sequence: String) {
    #expect(Self.sequence(from: old, to: new) == sequence)
  }

  @Test("writes sequences that decode to the target style")
  func property() {
    // Given: random styles
    var generator = SeededGenerator(seed: 12)
    var current = TextStyle.plain
    var decoder = SGRDecoder()
    for _ in 0..<5_000 {
      let next = Self.randomStyle(&generator)
      // When: the sequence between two styles is decoded
      let sequence = Self.sequence(from: current, to: next)
      if !sequence.isEmpty { decoder.apply(sequence.utf8.dropFirst(2).dropLast()) }
      // Then: the result is the second style
      #expect(decoder.style == next)
      current = next
    }
  }

  private static func randomStyle(_ generator: inout SeededGenerator) -> TextStyle {
    func color(_ generator: inout SeededGenerator) -> Color? {
      switch Int.random(in: 0...3, using: &generator) {
      case 0: return nil
      case 1: return ANSIColor.allCases.randomElement(using: &generator).map(Color.ansi)
      case 2: return .palette(UInt8.random(in: 0...255, using: &generator))
      default: return .hex(UInt32.random(in: 0...0xFFFFFF, using: &generator))
      }
    }
    return TextStyle(
      foreground: color(&generator),
      background: color(&generator),
      attributes: TextAttributes(rawValue: UInt16.random(in: 0...255, using: &generator))
    )
  }
}
