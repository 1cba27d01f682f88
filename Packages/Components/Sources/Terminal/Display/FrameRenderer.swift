public import Components

/// Finds the bytes that lead from the picture on a terminal to another one.
///
/// Only cells that have changed are written. After a cluster on which terminals disagree, nothing is taken for granted: the
/// blanks of its cells are written before it, and the cursor is set anew after it, so that a terminal on which it is
/// narrower or wider shows everything else in its place all the same.
///
/// The terminal must not wrap lines (mode 7 off), and must obey a line feed by moving down only (raw mode).
public final class FrameRenderer {
  /// What the terminal shows; nil where that is not known.
  package private(set) var shown: RenderedFrame?
  /// Whether the terminal can show a frame at once.
  package var synchronizes = false
  /// How the terminal draws images.
  package var imageProtocol: ImageProtocol?
  /// Writes the files for terminals that take image files.
  package var encodePNG: (@Sendable (PixelImage) -> [UInt8])? {
    get { images.encodePNG }
    set { images.encodePNG = newValue }
  }
  /// How large a cell is, in pixels.
  package var cellPixels: Size?

  private var writer = CellWriter()
  private var images = ImageRenderer()
  /// Whether the cursor is shown; nil where that is not known.
  private var showsCursor: Bool?

  /// Creates a renderer for a terminal of which nothing is known.
  public init() {}

  /// What the terminal shows is not known any more, such as after another program has had it.
  package func invalidate() {
    shown = nil
    showsCursor = nil
    writer = CellWriter()
  }

  /// The bytes that remove the images from the terminal's memory.
  package func removeImages() -> [UInt8] { images.removeAll() }

  /// Below so many bytes a frame arrives at once in any case.
  private static let smallFrame = 256

  /// The bytes that make the terminal show a frame; none where it does already.
  public func render(_ frame: RenderedFrame) -> [UInt8] {
    writer.start()
    let before = images.removals(for: frame, after: shown, using: imageProtocol)
    let old = shown?.buffer
    let isComparable = old.map { $0.size == frame.buffer.size && $0.sharesTables(with: frame.buffer) } ?? false
    // A terminal of another size may have moved the cursor, too.
    if old?.size != frame.buffer.size { writer.forget() }
    if !before.bytes.isEmpty { writer.append(before.bytes) }
    writer.write(frame.buffer, over: isComparable ? old : nil, repeating: before.rows)
    appendImages(of: frame, over: isComparable ? old : nil, repeating: before.rows)
    let cursor = frame.cursor.flatMap { place in
      place.x < frame.buffer.size.width && place.y < frame.buffer.size.height ? place : nil
    }
    let isLarge = writer.count > Self.smallFrame
    if let cursor { writer.move(toColumn: cursor.x, row: cursor.y) }
    shown = frame
    return finished(showing: cursor != nil, isLarge: isLarge)
  }

  private func appendImages(of frame: RenderedFrame, over old: CellBuffer?, repeating rows: Set<Int>) {
    guard let imageProtocol else { return }
    for image in images.additions(for: frame, over: old, repeating: rows, using: imageProtocol, cellPixels: cellPixels)
    {
      writer.move(toColumn: image.origin.x, row: image.origin.y)
      writer.append(image.bytes)
      writer.forgetPosition()
    }
  }

  /// The bytes with what has to stand around them.
  private func finished(showing isShown: Bool, isLarge: Bool) -> [UInt8] {
    var start: [UInt8] = []
    var end: [UInt8] = []
    let isSynchronized = isLarge && synchronizes
    if isSynchronized { start += "\u{1B}[?2026h".utf8 }
    let hidesMeanwhile = isShown && showsCursor != false && isLarge && !synchronizes
    if hidesMeanwhile || showsCursor != false && !isShown { start += "\u{1B}[?25l".utf8 }
    if hidesMeanwhile || isShown && showsCursor != true { end += "\u{1B}[?25h".utf8 }
    if isSynchronized { end += "\u{1B}[?2026l".utf8 }
    showsCursor = isShown
    return writer.bytes(between: start, and: end)
  }
}
