/// What buttons of all kinds show: a title with room for a mark before it, so that the width stays when one appears.
struct ButtonFace {
  let title: StyledText
  let state: ControlState
  let isLoading: Bool

  /// The face in signs, all in one look.
  ///
  /// The edges are brackets where no colour behind shows them; without attributes the focus is shown by angles.
  func line(in environment: RenderEnvironment, hasEdges: Bool, isUnderlined: Bool = false) -> StyledText {
    let isBare = environment.capabilities.isPlain
    let edges = hasEdges ? ("[", "]") : (" ", " ")
    var marks = (" ", " ")
    if isLoading {
      marks.0 = Spinner.frame(in: environment)
    } else if state == .focused && isBare {
      marks = (">", "<")
    }
    // A colour that is there in any state can't show the focus.
    let title = isUnderlined && state == .focused ? title.styled(.underline) : title
    return StyledText(safe: edges.0 + marks.0 + " ") + title + StyledText(safe: " " + marks.1 + edges.1)
  }

  func read(to reader: inout LinearReader) {
    var notes: [String] = []
    if isLoading { notes.append("loading") }
    if state == .focused { notes.append("focused") }
    if state == .disabled { notes.append("not available") }
    let suffix = notes.isEmpty ? "" : " (" + notes.joined(separator: ", ") + ")"
    reader.read(StyledText("Button: ") + title + StyledText(suffix))
  }
}
