import Images

/// Returns a PNG of 48 × 48 pixels.
func portrait(from file: [UInt8]) throws(ImageError) -> [UInt8] {
  let limits = ImageLimits(maximumWidth: 8_000, maximumHeight: 8_000, maximumMemory: 100 << 20)
  let photo = try ImageDecoder.decode(file, limits: limits)
  return photo.scaled(toFillWidth: 48, height: 48).pngData()
}
