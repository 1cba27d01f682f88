import BenchmarkTools
import Foundation
import Images

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

    let table = ResultTable(
      "Pictures of 512 × 512, processor time, best of \(Self.rounds * Self.repetitions) in turn with Pillow"
    )
    let pillow = PillowPeer(folder: folder)
    if let pillow {
      table.tell("the peer", "Pillow", note: pillow.version)
    } else {
      table.skip("the peer", because: PillowPeer.hint)
      try writePNG(from: photo, into: folder)
    }
    for file in Self.files {
      let url = folder.appending(path: file.name)
      guard let bytes = try? [UInt8](Data(contentsOf: url)) else {
        table.skip(file.title, because: "Pillow makes the file")
        continue
      }
      try measure(file.title, bytes, url, limit: file.limit, pillow, table)
    }
    try measureOwn([UInt8](Data(contentsOf: photo)), table)
    try table.show()
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

  private func measure(
    _ title: String,
    _ bytes: [UInt8],
    _ url: URL,
    limit: Double?,
    _ pillow: PillowPeer?,
    _ table: ResultTable
  ) throws {
    var own = Double.infinity
    var theirs = Double.infinity
    for _ in 0..<Self.rounds {
      own = min(own, try best { try ImageDecoder.decode(bytes).width })
      if let pillow { theirs = min(theirs, try pillow.decode(url, count: Self.repetitions)) }
    }
    table.add("\(title), \(bytes.count / 1024) KB", own * 1e3, .milliseconds)
    guard pillow != nil else { return }
    let note = "Pillow \(FigureUnit.milliseconds.text(theirs * 1e3))"
    table.add("  to Pillow", own / theirs, .times, limit.map(Claim.atMost), note: note)
  }

  /// What is measured without a peer.
  private func measureOwn(_ bytes: [UInt8], _ table: ResultTable) throws {
    let image = try ImageDecoder.decode(bytes)
    for side in [64, 1024] {
      let time = best { image.scaled(toWidth: side, height: side).width }
      table.add("scaled to \(side) × \(side)", time * 1e3, .milliseconds)
    }
    table.add("written as PNG", best { image.pngData().count } * 1e3, .milliseconds)
  }

  private func best(_ body: () throws -> Int) rethrows -> Double {
    try ProcessorClock.best(rounds: Self.repetitions, body)
  }
}
