/// Writes an image as an inline image of iTerm2, at the cursor's place.
///
/// Source: iTerm2's document "Inline Images Protocol" (OSC 1337 `File`); the image is sent as a PNG file.
public enum ITermImageEncoder {
  /// The sequence that shows an image in a number of cells.
  public static func encode(_ image: PixelImage, size: Size) -> [UInt8] {
    let file = PNGEncoder.encode(image)
    var output = Array(
      "\u{1B}]1337;File=inline=1;size=\(file.count);width=\(size.width);height=\(size.height);preserveAspectRatio=0:"
        .utf8
    )
    Base64.append(file, to: &output)
    output.append(0x07)
    return output
  }
}
