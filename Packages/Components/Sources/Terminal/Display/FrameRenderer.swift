public import Components

/// A renderer that turns the frame on a terminal into the next frame by rewriting only the changed cells.
///
/// Terminals disagree about the width of some clusters. Before such a cluster, the renderer writes blanks, and after
/// it, the renderer positions the cursor again. Everything else therefore stays in place, even if a terminal draws the
/// cluster narrower or wider.
///
/// Line wrapping must be off (mode 7), and a line feed must only move the cursor down (raw mode).
public final class FrameRenderer {
  package private(set) var shown: RenderedFrame?
  /// Whether the terminal can display a frame atomically (mode 2026).
  package var synchronizes = false
  package var imageProtocol: ImageProtocol?
  /// The encoder for terminals that display image files.
  package var encodePNG: (@Sendable (PixelImage) -> [UInt8])? {
    get { images.encodePNG }
    set { images.encodePNG = newValue }
  }
  package var cellPixels: Size?

  private var writer = CellWriter()
  private var images = ImageRenderer()
  private var showsCursor: Bool?

  /// Creates a renderer for a terminal in an unknown state.
  public init() {}

  /// Marks the terminal's content as unknown, for example after another program has used the terminal.
  package func invalidate() {
    shown = nil
    showsCursor = nil
    writer = CellWriter()
  }

  package func removeImages() -> [UInt8] { images.removeAll() }

  /// The maximum size, in bytes, of a frame that arrives in one piece and therefore needs no synchronization.
  private static let smallFrame = 256

  /// Returns the bytes that display a frame, or no bytes if the frame is already displayed.
  public func render(_ frame: RenderedFrame) -> [UInt8] {
    writer.start()
    let before = images.removals(for: frame, after: shown, using: imageProtocol)
    let old = shown?.buffer
    let isComparable = old.map { $0.size == frame.buffer.size && $0.sharesTables(with: frame.buffer) } ?? false
    // A resized terminal may have moved the cursor.
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

  /// Returns the bytes of the frame, enclosed in the sequences for synchronization and cursor visibility.
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
