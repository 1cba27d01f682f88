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

  static func run() {
    // The C library needs to know that text is UTF-8.
    let hasLocale = setlocale(LC_CTYPE, "C.UTF-8") != nil || setlocale(LC_CTYPE, "en_US.UTF-8") != nil
    print("Text; ratios to the C library's mbstowcs and wcswidth, which know neither clusters nor emoji sequences")
    width("Width, ASCII, a code point", english, limit: 5, hasLocale)
    width("Width, CJK, a code point", chinese, limit: 20, hasLocale)
    width("Width, mixed with emoji, a code point", mixed, limit: nil, hasLocale)
    wrap("Wrapping, ASCII", english, limit: 50)
    wrap("Wrapping, CJK", chinese, limit: 10)
    wrap("Wrapping, mixed with emoji", mixed, limit: nil)
  }

  /// Looked up by name, since the module of the C library leaves it out.
  private static let wcswidth: (@convention(c) (UnsafePointer<wchar_t>?, Int) -> Int32)? = {
    guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "wcswidth") else { return nil }
    return unsafeBitCast(symbol, to: (@convention(c) (UnsafePointer<wchar_t>?, Int) -> Int32).self)
  }()

  private static func text(_ sample: String, bytes: Int) -> String {
    String(repeating: sample, count: bytes / sample.utf8.count + 1)
  }

  private static func width(_ name: String, _ sample: String, limit: Double?, _ hasLocale: Bool) {
    let text = text(sample, bytes: 1_000_000)
    let count = Double(text.unicodeScalars.count)
    let own = Measure.seconds { text.displayWidth() } / count
    var peer: (String, Double)?
    if hasLocale, let wcswidth {
      var wide = [wchar_t](repeating: 0, count: text.unicodeScalars.count + 1)
      let length = text.withCString { mbstowcs(&wide, $0, wide.count) }
      // It gives up at characters that are newer than it is.
      if wcswidth(wide, length) >= 0 {
        let seconds = text.withCString { bytes in
          Measure.seconds { Int(wcswidth(wide, mbstowcs(&wide, bytes, wide.count))) }
        }
        peer = ("C library", seconds / count)
      }
    }
    Report.time(name, own, unit: .nanoseconds, limit: limit, peer: peer)
  }

  private static func wrap(_ name: String, _ sample: String, limit: Double?) {
    // Paragraphs of some 2 KB, as notes and biographies are.
    let paragraph = text(sample, bytes: 2_000)
    let text = Array(repeating: paragraph, count: 500).joined(separator: "\n")
    let seconds = Measure.seconds { text.wrapped(to: 80).count }
    Report.rate(name, bytes: text.utf8.count, seconds: seconds, limit: limit)
  }
}
