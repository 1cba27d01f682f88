/// The content of a row in a list.
public struct ListRow: Sendable {
  /// The text on the left, which is truncated if necessary.
  var title: StyledText
  /// Secondary text after the title, shown if there is enough space.
  var detail: StyledText
  /// The text on the right, which is truncated last.
  var trailing: StyledText
  /// Whether the row has a marker before its text, for example because it is one of several chosen rows.
  var isMarked: Bool
  /// The text for screen readers and pipes, or `nil` to use the drawn parts.
  var spoken: StyledText?

  /// Creates a row, replacing line feeds with blanks.
  ///
  /// If the title contains several columns, provide `spoken` text without the padding.
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

struct ListRowLayout {
  /// The minimum width, in cells, of a row with a gap before the scroll bar.
  static let leastWithGap = 12

  private let item: ListRow
  private let isSelected: Bool
  private let isBesideBar: Bool

  /// Creates a layout, with a gap at the end if the row is beside a scroll bar.
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
    // The trailing text can use all but the first columns of the title.
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
