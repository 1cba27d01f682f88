// Decoding pictures of 512 × 512 pixels, side by side with Pillow.
//
// Usage: images-benchmark

import Foundation

do {
  try ImagesBenchmark().run()
} catch {
  FileHandle.standardError.write(Data("images-benchmark: \(error)\n".utf8))
  exit(1)
}
