import Images

/// Returns a portrait of 48 × 48 pixels as a PNG file, made from an uploaded file.
func portrait(from file: [UInt8]) throws(ImageError) -> [UInt8] {
  let limits = ImageLimits(maximumWidth: 8_000, maximumHeight: 8_000, maximumMemory: 100 << 20)
  let photo = try ImageDecoder.decode(file, limits: limits)
  return photo.scaled(toFillWidth: 48, height: 48).pngData()
}
