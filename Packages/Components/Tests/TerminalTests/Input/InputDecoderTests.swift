import BasicsTesting
import Components
import Terminal
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

@Suite("Input decoder")
struct InputDecoderTests {
  @Test("decodes keys from many kinds of terminals", arguments: KeyRow.all)
  func keys(_ row: KeyRow) {
    // When
    let input = Decoding.of(row.bytes, timeOut: true)
    // Then
    #expect(input == row.presses.map { .event(.key($0)) })
  }

  @Test("decodes mouse reports in SGR and X10 formats", arguments: MouseRow.all)
  func mouse(_ row: MouseRow) {
    #expect(Decoding.of(row.bytes) == row.events.map { .event(.mouse($0)) })
  }

  @Test("decodes focus changes and pasted text")
  func other() {
    #expect(Decoding.of("\u{1B}[I\u{1B}[O") == [.event(.focus(true)), .event(.focus(false))])
    #expect(
      Decoding.of("a\u{1B}[200~x\u{1B}[31m\r\ny\rz\u{1B}[201~b") == [
        .event(.key(.character("a"))), .event(.paste("x\u{1B}[31m\ny\nz")), .event(.key(.character("b"))),
      ]
    )
    #expect(Decoding.of("\u{1B}[200~\u{1B}[201~") == [.event(.paste(""))])
  }

  @Test("recognizes replies from many terminals", arguments: ReplyRow.all)
  func replies(_ row: ReplyRow) {
    #expect(
      Decoding.of("a" + row.text + "b") == [
        .event(.key(.character("a"))), .reply(row.reply), .event(.key(.character("b"))),
      ]
    )
  }

  @Test("ignores invalid sequences, and decodes the input after them", arguments: GarbageRow.all)
  func garbage(_ row: GarbageRow) {
    // When
    var input = Decoding.of(row.bytes, timeOut: true)
    input += Decoding.of("x")
    // Then
    #expect(
      input.filter { if case .event = $0 { true } else { false } } == row.events.map { .event($0) } + [
        .event(.key(.character("x")))
      ]
    )
  }

  @Test("truncates pasted text at the limit, and finds its end at any position")
  func longPaste() {
    for length in [0, 1, 98, 99, 100, 101, 105, 106, 107, 111, 112, 113, 114, 500, 10_000] {
      // Given
      var limits = InputDecoder.Limits()
      limits.paste = 100
      var decoder = InputDecoder(limits: limits)
      var input: [TerminalInput] = []
      // When
      decoder.feed(Array(("\u{1B}[200~" + String(repeating: "p", count: length) + "\u{1B}[201~q").utf8), into: &input)
      decoder.endBatch(into: &input)
      // Then
      #expect(
        input == [
          .event(.paste(String(repeating: "p", count: min(length, 100)))), .event(.key(.character("q"))),
        ]
      )
    }
  }

  @Test("keeps 1 MiB of pasted text by default")
  func defaultPasteLimit() {
    let text = [UInt8](repeating: 0x70, count: 1 << 20 + 1)
    let input = Decoding.of(Array("\u{1B}[200~".utf8) + text + Array("\u{1B}[201~".utf8))
    #expect(input == [.event(.paste(String(decoding: text.dropLast(), as: UTF8.self)))])
  }

  @Test(
    "delivers pasted text whole or truncated at the limit",
    arguments: [0, 1, 4_095, 4_096, 4_097, 65_535, 65_536, 65_537]
  )
  func pasteSizes(_ length: Int) {
    var limits = InputDecoder.Limits()
    for limit in [65_536, 4_096] {
      // Given
      limits.paste = limit
      var decoder = InputDecoder(limits: limits)
      var input: [TerminalInput] = []
      let bytes = Array("\u{1B}[200~".utf8) + [UInt8](repeating: 0x70, count: length) + Array("\u{1B}[201~".utf8)
      // When: the system returns at most 4,095 bytes per read.
      for start in stride(from: 0, to: bytes.count, by: 4_095) {
        decoder.feed(bytes[start..<min(start + 4_095, bytes.count)], into: &input)
        decoder.endBatch(into: &input)
      }
      // Then
      #expect(input == [.event(.paste(String(repeating: "p", count: min(length, limit))))])
    }
  }

  @Test("decodes pasted text in linear time, regardless of how much is kept")
  func pasteTime() {
    /// Returns the processor time for 1.25 MiB of text, in nanoseconds.
    func time(keeping limit: Int) -> UInt64 {
      var limits = InputDecoder.Limits()
      limits.paste = limit
      var decoder = InputDecoder(limits: limits)
      var input: [TerminalInput] = []
      let bytes = Array("\u{1B}[200~".utf8) + [UInt8](repeating: 0x70, count: 5 << 18) + Array("\u{1B}[201~".utf8)
      let start = processorTime()
      decoder.feed(bytes, into: &input)
      return processorTime() - start
    }
    let few = time(keeping: 1 << 10)
    let many = time(keeping: 1 << 20)
    // Copying the kept text for every byte would take thousands of times as long.
    #expect(many < 50 * few, "\(Double(many) / Double(few)) times as long")
  }

  /// Returns the processor time of this thread, which doesn't depend on other processes.
  private func processorTime() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  @Test("converts all line endings in pasted text to line feeds, regardless of how the input is divided")
  func pastedLineEnds() {
    let bytes = Array("\u{1B}[200~a\r\nb\rc\nd\r\r\ne\n\rf\r\u{1B}[201~".utf8)
    let expected: [TerminalInput] = [.event(.paste("a\nb\nc\nd\n\ne\n\nf\n"))]
    #expect(Decoding.of(bytes) == expected)
    #expect(Decoding.of(bytes.map { [$0] }) == expected)
  }

  @Test("truncates pasted text after a whole character", arguments: 97...104)
  func pasteCutInCharacter(_ limit: Int) {
    // Given
    var limits = InputDecoder.Limits()
    limits.paste = limit
    var decoder = InputDecoder(limits: limits)
    var input: [TerminalInput] = []
    // When
    let text = String(repeating: "😀", count: 1_000)
    decoder.feed(Array("\u{1B}[200~\(text)\u{1B}[201~".utf8), into: &input)
    // Then
    #expect(input == [.event(.paste(String(repeating: "😀", count: limit / 4)))])
  }

  @Test(
    "combines the pieces of a typed cluster into one key only if they arrive together"
  )
  func clusters() {
    let family = "👩‍👩‍👧"
    #expect(
      Decoding.of("e\u{301}" + family + "🇩🇪" + "x") == [
        .event(.key(.character("e\u{301}"))), .event(.key(.character(Character(family)))),
        .event(.key(.character("🇩🇪"))), .event(.key(.character("x"))),
      ]
    )
    var decoder = InputDecoder()
    var input: [TerminalInput] = []
    decoder.feed(Array("e".utf8), into: &input)
    decoder.endBatch(into: &input)
    decoder.feed(Array("\u{301}".utf8), into: &input)
    decoder.endBatch(into: &input)
    #expect(input == [.event(.key(.character("e"))), .event(.key(.character("\u{301}")))])
  }

  @Test("divides a typed cluster that never ends")
  func endlessCluster() {
    // Given
    let marks = String(repeating: "\u{301}", count: 10_000)
    // When
    let input = Decoding.of("a" + marks)
    // Then
    #expect(input.count > 100)
    let sizes = input.map { item -> Int in
      if case .event(.key(let press)) = item { return press.typedText?.unicodeScalars.count ?? 0 }
      return 0
    }
    #expect(sizes.reduce(0, +) == 10_001)
    #expect(sizes.allSatisfy { $0 <= 64 })
  }

  @Test("decodes the same events regardless of how a recorded stream is divided")
  func everySplit() {
    let stream = RecordedStream.bytes
    let whole = Decoding.of(stream)
    #expect(whole.count > 60)
    // Two pieces, divided at every position
    for place in 0...stream.count {
      #expect(Decoding.of([stream[..<place], stream[place...]].map(Array.init)) == whole, "divided at \(place)")
    }
    // Single bytes
    #expect(Decoding.of(stream.map { [$0] }) == whole)
    // Pieces of random lengths
    var random = SeededGenerator(seed: 20_260_131)
    for _ in 0..<500 {
      var pieces: [[UInt8]] = []
      var rest = stream[...]
      while !rest.isEmpty {
        let length = Int.random(in: 1...12, using: &random)
        pieces.append(Array(rest.prefix(length)))
        rest = rest.dropFirst(length)
      }
      #expect(Decoding.of(pieces) == whole)
    }
  }

  @Test("recovers after random input bytes")
  func fuzz() {
    var random = SeededGenerator(seed: 4_711)
    let alphabet = Array("\u{1B}\u{1B}\u{1B}[[[]O?<>;:0123456789ABCDHMRcmnpqtuy~$_P\\\u{07}".utf8)
    for round in 0..<LongTests.rounds(byDay: 2_000, byNight: 50_000) {
      // Given
      let bytes = (0..<Int.random(in: 1...80, using: &random)).map { _ -> UInt8 in
        round % 2 == 0
          ? UInt8.random(in: 0...255, using: &random)
          : alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
      }
      var decoder = InputDecoder()
      var whole: [TerminalInput] = []
      // When
      decoder.feed(bytes, into: &whole)
      decoder.endBatch(into: &whole)
      let isComplete = decoder.wait == .none
      var divided: [TerminalInput] = []
      var other = InputDecoder()
      for byte in bytes { other.feed([byte], into: &divided) }
      other.endBatch(into: &divided)
      decoder.timeOut(into: &whole)
      // Then
      #expect(decoder.wait == .none)
      var after: [TerminalInput] = []
      decoder.feed(Array("\u{1B}[Ax".utf8), into: &after)
      decoder.endBatch(into: &after)
      #expect(after == [.event(.key(KeyPress(.up))), .event(.key(.character("x")))])
      if isComplete { #expect(divided == whole) }
    }
  }

  @Test("reports the kind of an unfinished input sequence")
  func waiting() {
    func wait(_ text: String) -> InputDecoder.Wait {
      var decoder = InputDecoder()
      var input: [TerminalInput] = []
      decoder.feed(Array(text.utf8), into: &input)
      return decoder.wait
    }
    #expect(wait("abc") == .none)
    #expect(wait("\u{1B}") == .escape)
    #expect(wait("\u{1B}[") == .escape)
    #expect(wait("\u{1B}[1;5") == .rest)
    #expect(wait("\u{1B}[M!") == .rest)
    #expect(wait("\u{1B}O") == .escape)
    #expect(wait("\u{1B}]") == .escape)
    #expect(wait("\u{1B}]11;rgb:12") == .rest)
    #expect(wait("ü") == .none)
    var decoder = InputDecoder()
    var input: [TerminalInput] = []
    decoder.feed([0xC3], into: &input)
    #expect(decoder.wait == .rest)
    #expect(wait("\u{1B}[200~abc") == .paste)
  }
}
