/// Something that can be shown: a value that draws itself into an area of cells of any size.
///
/// A widget holds what it shows and no state; what changes, such as a selection or the text of a field, is a value that
/// its owner keeps and passes in. The same widget also reads itself out as lines, for screen readers and pipes.
///
/// Sizes are settled in two steps. The width comes first, from ``widthRange(in:)``; the height then depends on the width
/// given, since text is wrapped. Both are wishes: ``draw(on:)`` has to cope with any area, also with one cell.
public protocol Widget {
  /// The fewest columns that make sense, those it would like, and the most it can use.
  func widthRange(in environment: RenderEnvironment) -> LengthRange

  /// The fewest rows that make sense in a number of columns, those it would like, and the most it can use.
  func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange

  /// Draws into the canvas's area.
  func draw(on canvas: inout Canvas)

  /// Reads itself out in lines.
  func read(to reader: inout LinearReader)

  /// Who gets room first where there is too little, and who grows first where there is too much; 0 unless said otherwise.
  var layoutPriority: Int { get }
}

extension Widget {
  /// Nothing special.
  public var layoutPriority: Int { 0 }
}
