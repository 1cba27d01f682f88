import Components

/// An encoder for the images that the terminal draws itself.
struct ImageRenderer {
  private struct Shown {
    let placement: ImagePlacement
    let identifier: UInt32
  }

  private var shown: [Shown] = []
  private var lastIdentifier: UInt32 = 0
  private var shownProtocol: ImageProtocol?
  /// The encoder for terminals that display image files.
  var encodePNG: (@Sendable (PixelImage) -> [UInt8])?

  struct Addition {
    let origin: Point
    let bytes: [UInt8]
  }

  /// Returns the bytes that remove images missing from a frame or, for protocols without deletion, the rows to rewrite.
  mutating func removals(
    for frame: RenderedFrame,
    after last: RenderedFrame?,
    using imageProtocol: ImageProtocol?
  ) -> (bytes: [UInt8], rows: Set<Int>) {
    guard !shown.isEmpty else { return ([], []) }
    let isSameScreen = last?.buffer.size == frame.buffer.size && shownProtocol == imageProtocol
    var kept: [Shown] = []
    var bytes: [UInt8] = []
    var rows: Set<Int> = []
    for image in shown {
      if isSameScreen && frame.images.contains(image.placement) {
        kept.append(image)
      } else if shownProtocol == .kitty {
        bytes += KittyImageEncoder.delete(identifier: image.identifier)
      } else {
        rows.formUnion(image.placement.area.minY..<image.placement.area.maxY)
      }
    }
    shown = kept
    return (bytes, rows)
  }

  mutating func additions(
    for frame: RenderedFrame,
    over old: CellBuffer?,
    repeating rows: Set<Int>,
    using imageProtocol: ImageProtocol,
    cellPixels: Size?
  ) -> [Addition] {
    guard !frame.images.isEmpty else { return [] }
    shownProtocol = imageProtocol
    var additions: [Addition] = []
    for placement in frame.images {
      if shown.contains(where: { $0.placement == placement }) {
        if imageProtocol == .kitty { continue }
        if !isWritten(placement.area, in: frame.buffer, over: old, repeating: rows) { continue }
      }
      shown.removeAll { $0.placement == placement }
      lastIdentifier = lastIdentifier % 0xFFFF + 1
      guard let bytes = encode(placement, imageProtocol, cellPixels) else { continue }
      shown.append(Shown(placement: placement, identifier: lastIdentifier))
      additions.append(Addition(origin: placement.area.origin, bytes: bytes))
    }
    return additions
  }

  mutating func removeAll() -> [UInt8] {
    defer { shown = [] }
    return shownProtocol == .kitty ? shown.flatMap { KittyImageEncoder.delete(identifier: $0.identifier) } : []
  }

  private func isWritten(_ area: Rectangle, in new: CellBuffer, over old: CellBuffer?, repeating rows: Set<Int>) -> Bool
  {
    guard let old else { return true }
    return (area.minY..<area.maxY).contains { y in
      let row = y * new.size.width
      return rows.contains(y)
        || new.cells[row + area.minX..<row + area.maxX] != old.cells[row + area.minX..<row + area.maxX]
    }
  }

  private func encode(_ placement: ImagePlacement, _ imageProtocol: ImageProtocol, _ cellPixels: Size?) -> [UInt8]? {
    switch imageProtocol {
    case .kitty: return KittyImageEncoder.encode(placement.image, identifier: lastIdentifier, size: placement.area.size)
    case .iTerm: return encodePNG.map { ITermImageEncoder.encode(file: $0(placement.image), size: placement.area.size) }
    case .sixel:
      guard let cellPixels else { return nil }
      // Sixel bands are six pixels high. A band that extends below the area could scroll the screen.
      let height = placement.area.height * cellPixels.height / 6 * 6
      guard height > 0 else { return nil }
      return SixelEncoder.encode(placement.image.scaled(width: placement.area.width * cellPixels.width, height: height))
    }
  }
}
