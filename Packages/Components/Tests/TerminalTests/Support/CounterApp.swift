import Components
import Observation
import Terminal

/// A small app that counts, greets the user and shows its events.
@MainActor
final class CounterApp: TerminalApp {
  @MainActor
  @Observable
  final class Model {
    var count = 0
    var name = ""
    var isBusy = false
    var mouse: TerminalModes.Mouse?
  }

  let model = Model()
  var field = TextFieldState()
  var events: [InputEvent] = []
  var bodies = 0
  var ends = 0
  var shown: [Size] = []
  weak var runtime: AppRuntime?
  var onEvent: ((InputEvent, RenderedFrame) -> Void)?

  var title: String { model.count == 0 ? "Counter" : "Counter: \(model.count)" }
  var isAnimating: Bool { model.isBusy }
  var mouse: TerminalModes.Mouse? { model.mouse }

  func body(size: Size, in environment: RenderEnvironment) -> any Widget {
    bodies += 1
    return VStack {
      Text("Count: \(model.count)")
      if model.isBusy { Spinner("Loading") }
      TextField(field, prompt: "Name", state: .focused)
      Text(StyledText("Size \(size.width) x \(size.height)"))
      Text(StyledText("Theme \(environment.theme == .light ? "light" : "dark")"))
      Button("Add").targeted("add")
    }
  }

  func didShow(_ frame: RenderedFrame) { shown.append(frame.buffer.size) }

  func didEnd() { ends += 1 }

  func handle(_ event: InputEvent, over frame: RenderedFrame) {
    events.append(event)
    switch event {
    case .key(.control("c")): runtime?.quit()
    case .key(.control("z")): runtime?.suspend()
    case .key(KeyPress(.up)): model.count += 1
    case .key(let press): _ = field.handle(press)
    case .paste(let text): field.paste(text)
    case .mouse(let mouse):
      if mouse.action == .press(.left), frame.target(at: mouse.position)?.name == "add" { model.count += 10 }
    case .focus, .resize: break
    }
    onEvent?(event, frame)
  }
}
