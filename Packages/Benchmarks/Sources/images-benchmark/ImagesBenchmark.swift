import Foundation
import Images

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Processor time of decoding, as multiples of what Pillow takes (libjpeg-turbo; its own PNG code on zlib).
struct ImagesBenchmark {
  private static let rounds = 15
  private static let repetitions = 10

  /// What is measured: a file, how many times Pillow's time is allowed, and what it is.
  private static let files: [(name: String, limit: Double?, title: String)] = [
    ("photo.jpg", 3, "baseline JPEG, 4:2:0"), ("progressive.jpg", nil, "progressive JPEG, 4:2:0"),
    ("photo.png", 2, "PNG, RGB"), ("alpha.png", 2, "PNG, RGBA"),
  ]

  func run() throws {
    guard let photo = Bundle.module.url(forResource: "photo", withExtension: "jpg") else {
      throw CocoaError(.fileNoSuchFile)
    }
    let folder = FileManager.default.temporaryDirectory.appending(path: "images-benchmark-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.copyItem(at: photo, to: folder.appending(path: "photo.jpg"))

    print("Pictures of 512 × 512, processor time, best of \(Self.rounds * Self.repetitions) in turn with Pillow")
    let pillow = PillowPeer(folder: folder)
    if let pillow {
      print("  \(pillow.version)")
    } else {
      print("  \(PillowPeer.hint)")
      try writePNG(from: photo, into: folder)
    }
    for file in Self.files {
      let url = folder.appending(path: file.name)
      guard let bytes = try? [UInt8](Data(contentsOf: url)) else {
        print("  \(file.title): skipped, because Pillow makes the file")
        continue
      }
      try measure(file.title, bytes, url, limit: file.limit, pillow)
    }
    try measureOwn([UInt8](Data(contentsOf: photo)))
  }

  /// The photo, and the photo with its red as opacity.
  private func writePNG(from photo: URL, into folder: URL) throws {
    let image = try ImageDecoder.decode(Data(contentsOf: photo))
    try Data(image.pngData()).write(to: folder.appending(path: "photo.png"))
    var pixels = image.pixels
    for index in stride(from: 0, to: pixels.count, by: 4) { pixels[index + 3] = pixels[index] }
    let alpha = RGBAImage(width: image.width, height: image.height, pixels: pixels)
    try alpha.map { try Data($0.pngData()).write(to: folder.appending(path: "alpha.png")) }
  }

  private func measure(_ title: String, _ bytes: [UInt8], _ url: URL, limit: Double?, _ pillow: PillowPeer?) throws {
    var own = Double.infinity
    var theirs = Double.infinity
    for _ in 0..<Self.rounds {
      own = min(own, try best { _ = try ImageDecoder.decode(bytes) })
      if let pillow { theirs = min(theirs, try pillow.decode(url, count: Self.repetitions)) }
    }
    var text = "  \(title), \(bytes.count / 1024) KB: \(milliseconds(own))"
    if pillow != nil {
      text += ", Pillow \(milliseconds(theirs)), ratio \((own / theirs * 100).rounded() / 100)"
      if let limit { text += " (at most \(Int(limit)))" }
    }
    print(text)
  }

  /// What is measured without a peer.
  private func measureOwn(_ bytes: [UInt8]) throws {
    let image = try ImageDecoder.decode(bytes)
    for side in [64, 1024] {
      let time = (0..<Self.rounds).map { _ in best { _ = image.scaled(toWidth: side, height: side) } }.min()
      print("  scaled to \(side) × \(side): \(milliseconds(time ?? 0))")
    }
    print("  written as PNG: \(milliseconds(best { _ = image.pngData() }))")
  }

  private func best(_ body: () throws -> Void) rethrows -> Double {
    var best = Double.infinity
    for _ in 0..<Self.repetitions {
      let start = now()
      try body()
      best = min(best, now() - start)
    }
    return best
  }

  private func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private func milliseconds(_ seconds: Double) -> String { "\((seconds * 100_000).rounded() / 100) ms" }
}
