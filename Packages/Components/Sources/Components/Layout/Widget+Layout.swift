extension Widget {
  /// The widget with a margin on all sides.
  public func padded(_ all: Int) -> Padding { Padding(self, Insets(all)) }

  /// The widget with margins.
  public func padded(horizontal: Int = 0, vertical: Int = 0) -> Padding {
    Padding(self, Insets(horizontal: horizontal, vertical: vertical))
  }

  /// The widget with margins of any kind.
  public func padded(_ insets: Insets) -> Padding { Padding(self, insets) }

  /// The widget in a space of a fixed width or height.
  public func framed(width: Int? = nil, height: Int? = nil, alignment: Alignment = .topLeading) -> Frame {
    Frame(
      self,
      width: width.map { LengthRange.fixed($0) },
      height: height.map { LengthRange.fixed($0) },
      alignment: alignment
    )
  }

  /// The widget in all the space that there is, its own size kept.
  public func filling(alignment: Alignment = .topLeading) -> Filling { Filling(self, alignment: alignment) }

  /// The widget in a frame of lines.
  public func bordered(title: StyledText = StyledText(), lines: BorderStyle = .rounded) -> Border {
    Border(self, title: title, lines: lines)
  }

  /// The widget with a look that its text inherits.
  public func styled(_ style: TextStyle) -> Styled { Styled(self, style) }

  /// The widget with a layout priority.
  public func priority(_ priority: Int) -> Prioritized { Prioritized(self, priority: priority) }

  /// The widget with another one above it.
  public func overlaid(
    with top: some Widget,
    alignment: Alignment = .center,
    dimsBase: Bool = false,
    isModal: Bool = false
  ) -> Overlay {
    Overlay(self, top: top, alignment: alignment, dimsBase: dimsBase, isModal: isModal)
  }

  /// The widget under a name for clicks.
  public func targeted(_ name: String, index: Int? = nil) -> Targeted {
    Targeted(self, name: name, index: index)
  }
}
