@testable import Components

extension WidgetSample {
  private static let raised = TextStyle(foreground: .hex(0xFFFFFF), background: .hex(0x2F4A7D))

  private static var lines: VStack { VStack(children: (1...4).map { Text("Line \($0) of what is below") }) }

  static var layout: [WidgetSample] {
    [
      WidgetSample(
        "Frame",
        [
          ("fixed", Text("Inside").styled(raised).framed(width: 10, height: 2).bordered()),
          ("centered", Text("Inside").framed(width: 10, height: 3, alignment: .center).bordered()),
          ("at the end", Text("Inside").framed(width: 10, height: 2, alignment: .bottomTrailing).bordered()),
          ("too small for its content", Text("Inside a frame").framed(width: 6, height: 1).bordered()),
          (
            "between bounds",
            Frame(Text("A long text in a frame"), width: LengthRange(minimum: 4, ideal: 12, maximum: 16)).bordered()
          ),
        ]
      ),
      WidgetSample(
        "Padding",
        [
          ("all sides", Text("Inside").padded(1).styled(raised)),
          ("sideways", Text("Inside").padded(horizontal: 3).styled(raised)),
          ("uneven", Text("Inside").padded(Insets(top: 1, leading: 4)).styled(raised)),
        ]
      ),
      WidgetSample(
        "Filling",
        height: 3,
        [
          ("start", Text("Inside").filling().styled(raised)),
          ("middle", Text("Inside").filling(alignment: .center).styled(raised)),
          ("end", Text("Inside").filling(alignment: .bottomTrailing).styled(raised)),
        ]
      ),
      WidgetSample(
        "Priorities",
        [
          ("equal", HStack(children: [Text("The first text"), Text("The second text"), Text("The third text")])),
          (
            "the second one first",
            HStack(children: [Text("The first text"), Text("The second text").priority(1), Text("The third text")])
          ),
          (
            "spaces",
            HStack(children: [Text("Left"), Spacer(), Text("Middle"), Spacer(minimumLength: 4), Text("Right")])
          ),
        ]
      ),
      WidgetSample(
        "Overlay",
        [
          ("middle", lines.overlaid(with: Text("Above").styled(raised))),
          ("corner", lines.overlaid(with: Text("Above").styled(raised), alignment: .topTrailing)),
          ("dimmed", lines.overlaid(with: Text("Above").bordered(), dimsBase: true)),
          ("modal", lines.overlaid(with: Text("Above").bordered(), dimsBase: true, isModal: true)),
        ]
      ),
      WidgetSample(
        "ScrollBar",
        height: 4,
        [
          ("top", ScrollBar(total: 40, visible: 4, offset: 0)),
          ("second row", ScrollBar(total: 40, visible: 4, offset: 1)),
          ("middle", ScrollBar(total: 40, visible: 20, offset: 10)),
          ("end", ScrollBar(total: 40, visible: 4, offset: 36)),
          ("all visible", ScrollBar(total: 4, visible: 4, offset: 0)),
        ]
      ),
    ]
  }
}
