import Foundation

/// A Python process with Pillow, which decodes a file and tells how long that took.
final class PillowPeer {
  static let hint = "python3 (or the variable PYTHON) does not have Pillow; pip install pillow"

  /// Makes the other files of the photo, then answers each line, a number and a path, with seconds.
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

  /// The versions that are measured.
  let version: String

  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()

  /// Starts the process; nil where there is no Pillow.
  init?(folder: URL) {
    process.executableURL = URL(filePath: "/usr/bin/env")
    let python = ProcessInfo.processInfo.environment["PYTHON"] ?? "python3"
    process.arguments = [python, "-c", Self.program, folder.path]
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil, let line = Self.readLine(output) else { return nil }
    version = line
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// The shortest of a number of decodings, in seconds of processor time.
  func decode(_ file: URL, count: Int) throws -> Double {
    try input.fileHandleForWriting.write(contentsOf: Data("\(count) \(file.path)\n".utf8))
    guard let line = Self.readLine(output), let seconds = Double(line) else { throw CocoaError(.fileReadUnknown) }
    return seconds
  }

  private static func readLine(_ pipe: Pipe) -> String? {
    var line = Data()
    while let byte = try? pipe.fileHandleForReading.read(upToCount: 1), let first = byte.first {
      if first == 0x0A { return String(decoding: line, as: UTF8.self) }
      line.append(first)
    }
    return nil
  }
}
