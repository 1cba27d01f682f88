import BenchmarkTools
import Foundation
import Images

// Measures decoding images of 512 × 512 pixels, compared with Pillow.
//
// Usage: images-benchmark

do {
  try ImagesBenchmark().run()
} catch {
  FileHandle.standardError.write(Data("images-benchmark: \(error)\n".utf8))
  exit(1)
}

/// A benchmark of image decoding, compared with Pillow (libjpeg-turbo for JPEG, its own code with zlib for PNG).
struct ImagesBenchmark {
  private static let rounds = 15
  private static let repetitions = 10

  /// The files, with their limits as multiples of Pillow's time.
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
      "Images of 512 × 512, processor time, best of \(Self.rounds * Self.repetitions) in turn with Pillow"
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
        table.skip(file.title, because: "Pillow is needed to create the file")
        continue
      }
      try measure(file.title, bytes, url, limit: file.limit, pillow, table)
    }
    try measureOwn([UInt8](Data(contentsOf: photo)), table)
    try table.show()
  }

  /// Writes a photo, and a copy of it that uses the red channel as opacity.
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
    table.add("  relative to Pillow", own / theirs, .times, limit.map(Claim.atMost), note: note)
  }

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

/// A Python process with Pillow that measures decoding.
final class PillowPeer {
  static let hint = "python3 (or the variable PYTHON) doesn't have Pillow (pip install pillow)"

  /// A program that creates the other files from the photo, and then prints the duration, in seconds, for each count
  /// and path that it reads.
  private static let program = """
    import io, os, sys, time
    import PIL
    from PIL import Image, features
    os.chdir(sys.argv[1])
    photo = Image.open("photo.jpg")
    photo.save("progressive.jpg", quality=85, progressive=True)
    photo.save("photo.png")
    photo.putalpha(photo.convert("L"))
    photo.save("alpha.png")
    print("Pillow", PIL.__version__, "with libjpeg-turbo", features.version("libjpeg_turbo"),
          "and zlib-ng" if features.check("zlib_ng") else "and zlib", features.version("zlib_ng") or features.version("zlib"), flush=True)
    for line in sys.stdin:
        count, name = line.rstrip("\\n").split(" ", 1)
        with open(name, "rb") as file:
            data = file.read()
        best = 1e9
        for _ in range(int(count)):
            start = time.thread_time()
            Image.open(io.BytesIO(data)).load()
            best = min(best, time.thread_time() - start)
        print(best, flush=True)
    """

  let version: String

  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()

  /// Starts the process, or returns `nil` if Pillow isn't installed.
  init?(folder: URL) {
    process.executableURL = URL(filePath: "/usr/bin/env")
    let python = ProcessInfo.processInfo.environment["PYTHON"] ?? "python3"
    process.arguments = [python, "-c", Self.program, folder.path]
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil, let line = output.readLine() else { return nil }
    version = line
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// Returns the shortest processor time of several decodings, in seconds.
  func decode(_ file: URL, count: Int) throws -> Double {
    try input.fileHandleForWriting.write(contentsOf: Data("\(count) \(file.path)\n".utf8))
    guard let line = output.readLine(), let seconds = Double(line) else { throw CocoaError(.fileReadUnknown) }
    return seconds
  }
}
