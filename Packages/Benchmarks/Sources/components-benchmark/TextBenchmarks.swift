import BenchmarkTools
import Components
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Widths a code point, wrapping by the megabyte.
enum TextBenchmarks {
  private static let english = "The quick brown fox jumps over the lazy dog, and nobody knows what for. "
  private static let chinese = "天地玄黃宇宙洪荒日月盈昃辰宿列張寒來暑往秋收冬藏閏餘成歲律呂調陽。"
  private static let mixed = english + chinese + "Crème brûlée 👩‍🚀 déjà vu 🇩🇪 "

  static func run(into table: ResultTable) {
    // The C library needs to know that text is UTF-8.
    let hasLocale = setlocale(LC_CTYPE, "C.UTF-8") != nil || setlocale(LC_CTYPE, "en_US.UTF-8") != nil
    width("width, ASCII, a code point", english, .atMost(5), hasLocale, table)
    width("width, CJK, a code point", chinese, .atMost(20), hasLocale, table)
    width("width, mixed with emoji, a code point", mixed, nil, hasLocale, table)
    wrap("wrapping, ASCII", english, .atLeast(50), table)
    wrap("wrapping, CJK", chinese, .atLeast(10), table)
    wrap("wrapping, mixed with emoji", mixed, nil, table)
  }

  /// Looked up by name, since the module of the C library leaves it out.
  private static let wcswidth: (@convention(c) (UnsafePointer<wchar_t>?, Int) -> Int32)? = {
    guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "wcswidth") else { return nil }
    return unsafeBitCast(symbol, to: (@convention(c) (UnsafePointer<wchar_t>?, Int) -> Int32).self)
  }()

  private static func text(_ sample: String, bytes: Int) -> String {
    String(repeating: sample, count: bytes / sample.utf8.count + 1)
  }

  private static func width(
    _ name: String,
    _ sample: String,
    _ claim: Claim?,
    _ hasLocale: Bool,
    _ table: ResultTable
  ) {
    let text = text(sample, bytes: 1_000_000)
    let count = Double(text.unicodeScalars.count)
    let own = ProcessorClock.best { text.displayWidth() } / count
    var peer = ""
    if hasLocale, let wcswidth {
      var wide = [wchar_t](repeating: 0, count: text.unicodeScalars.count + 1)
      let length = text.withCString { mbstowcs(&wide, $0, wide.count) }
      // It gives up at characters that are newer than it is.
      if wcswidth(wide, length) >= 0 {
        let seconds = text.withCString { bytes in
          ProcessorClock.best { Int(wcswidth(wide, mbstowcs(&wide, bytes, wide.count))) }
        }
        let ratio = FigureUnit.number.text(own / (seconds / count))
        peer = "C library \(FigureUnit.nanoseconds.text(seconds / count * 1e9)), ratio \(ratio)"
      }
    }
    table.add(name, own * 1e9, .nanoseconds, claim, note: peer)
  }

  private static func wrap(_ name: String, _ sample: String, _ claim: Claim?, _ table: ResultTable) {
    // Paragraphs of some 2 KB, as notes and biographies are.
    let paragraph = text(sample, bytes: 2_000)
    let text = Array(repeating: paragraph, count: 500).joined(separator: "\n")
    let seconds = ProcessorClock.best { text.wrapped(to: 80).count }
    table.add(name, Double(text.utf8.count) / seconds / 1e6, .megabytesPerSecond, claim)
  }
}
