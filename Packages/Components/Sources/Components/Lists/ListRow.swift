/// What a row of a list shows.
public struct ListRow: Sendable {
  /// The text at the left; cut where there is no room.
  var title: StyledText
  /// Text of less weight after it, if there is room.
  var detail: StyledText
  /// The text at the right, which is kept the longest.
  var trailing: StyledText
  /// Whether the row has a mark before its text, as one of several chosen rows.
  var isMarked: Bool
  /// The text that is read out instead of the drawn parts; nil for those.
  var spoken: StyledText?

  /// Creates a row; line feeds become blanks.
  ///
  /// A row whose title holds several columns needs a `spoken` text without their padding.
  public init(
    _ title: StyledText,
    detail: StyledText = StyledText(),
    trailing: StyledText = StyledText(),
    isMarked: Bool = false,
    spoken: StyledText? = nil
  ) {
    self.isMarked = isMarked
    self.spoken = spoken?.onOneLine
    self.title = title.onOneLine
    self.detail = detail.onOneLine
    self.trailing = trailing.onOneLine
  }
}

/// Puts the parts of a list's row into its columns.
struct ListRowLayout {
  /// Narrower rows have no column to spare.
  static let leastWithGap = 12

  private let item: ListRow
  private let isSelected: Bool
  private let isBesideBar: Bool

  /// - Parameters:
  ///   - item: What the row shows.
  ///   - isSelected: Whether it is chosen.
  ///   - isBesideBar: Whether a scroll bar stands at the end, from which text keeps a distance.
  init(_ item: ListRow, isSelected: Bool, isBesideBar: Bool) {
    self.item = item
    self.isSelected = isSelected
    self.isBesideBar = isBesideBar
  }

  func draw(on canvas: inout Canvas) {
    let environment = canvas.environment
    let width = canvas.size.width
    var start = 0
    if width > 2 {
      if isSelected {
        canvas.write(StyledText(environment.glyphs.selectionMark, .bold), at: .zero)
      }
      if item.isMarked { canvas.write(StyledText(environment.glyphs.checkMark, .bold), at: Point(x: 1, y: 0)) }
      start = 2
    }
    var end = isBesideBar && width > Self.leastWithGap ? width - 1 : width
    let trailingWidth = environment.width(of: item.trailing)
    // The trailing text may take all but the start of the title.
    if trailingWidth > 0 && end - start > 6 {
      let columns = max(end - trailingWidth, start + 5)..<end
      canvas.write(item.trailing, row: 0, columns: columns, alignment: .trailing)
      end = columns.lowerBound - 1
    }
    let titleWidth = environment.width(of: item.title)
    canvas.write(item.title, row: 0, columns: start..<max(end, start))
    let detailStart = start + titleWidth + environment.theme.spacing.medium
    guard !item.detail.isEmpty, detailStart + 3 < end else { return }
    let caption = environment.theme.typography.caption
    canvas.write(item.detail.styled(caption), row: 0, columns: detailStart..<end)
  }
}
