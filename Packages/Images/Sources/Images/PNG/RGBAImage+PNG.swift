extension RGBAImage {
  /// The picture as a PNG file, which holds every pixel as it is.
  ///
  /// Opaque pictures are written without opacity, and grey ones of these with one sample a pixel, 8 bits each. The
  /// filter of a row is the one whose bytes are nearest to zero (PNG, third edition, § 12.7).
  ///
  /// - Returns: The bytes of the file.
  public func pngData() -> [UInt8] {
    let channels = PNGEncoder.channels(of: self)
    let rows = PNGEncoder.filteredRows(of: self, channels: channels)
    return PNGEncoder.file(width: width, height: height, channels: channels, data: Deflater.compress(rows))
  }
}
