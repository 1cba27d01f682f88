extension CellBuffer {
  /// The grid as a picture in SVG, for documents.
  ///
  /// Every run of cells of one look is a text of its own at its place, so that fonts whose characters are of other widths
  /// move nothing else; lines, blocks and Braille dots are shapes. Text is escaped for XML.
  ///
  /// - Parameters:
  ///   - title: what the picture shows, for readers who do not see it.
  ///   - appearance: the terminal's own colours: light on dark, or dark on light.
  /// - Returns: a document.
  public func svg(title: String, appearance: Appearance = .dark) -> String {
    SVGWriter(buffer: self, appearance: appearance).document(title: title.sanitized(.singleLine))
  }
}

extension RenderedFrame {
  /// The picture in SVG, as ``CellBuffer/svg(title:appearance:)`` makes it, with the cursor.
  ///
  /// - Parameters:
  ///   - title: what the picture shows, for readers who do not see it.
  ///   - appearance: the terminal's own colours: light on dark, or dark on light.
  /// - Returns: a document.
  public func svg(title: String, appearance: Appearance = .dark) -> String {
    SVGWriter(buffer: buffer, appearance: appearance, cursor: cursor).document(title: title.sanitized(.singleLine))
  }
}
