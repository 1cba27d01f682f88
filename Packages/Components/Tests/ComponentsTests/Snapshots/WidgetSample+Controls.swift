@testable import Components

extension WidgetSample {
  static var controls: [WidgetSample] {
    [
      WidgetSample(
        "BigNumber",
        [
          ("digits", BigNumber("1234567890", label: "Count")), ("separators", BigNumber("12,480.55")),
          ("signs", BigNumber("-7 +3")), ("no large form", BigNumber("12 €")), ("empty", BigNumber("")),
        ]
      ),
      WidgetSample(
        "Text",
        [
          ("words", Text("The quick brown fox jumps over the lazy dog, 你好世界, ❤️ and 👩‍🚀.")),
          ("cut", Text("The quick brown fox jumps over the lazy dog.", wrapping: .truncated(.middle))),
          ("styled", Text(StyledText("Bold ", .bold) + StyledText("red", .foreground(.hex(0xE02020))) + " plain")),
          ("two lines", Text("One two three four five six seven eight nine ten", maximumLines: 2)),
          ("hostile", Text("a\u{1B}[31mb\u{202E}c\u{7}\u{9B}31m\td")),
          ("link", Text(StyledText("Example", .underline, link: Hyperlink("https://example.com/a?b=c&d")))),
        ]
      ),
      WidgetSample(
        "DescribedText",
        [
          ("one", DescribedText("Count", "3")),
          (
            "several",
            DescribedTextGroup([
              DescribedText("Count", "3"),
              DescribedText("Response code", "7f0c5a52-2c5e-4b1c-9d2a-1f1e6a9d7c11"),
              DescribedText("Last fetch", "today"),
            ])
          ),
        ]
      ),
      WidgetSample(
        "Button",
        [
          ("normal", Button("Save")),
          ("focused", Button("Save", state: .focused)),
          ("disabled", Button("Save", state: .disabled)),
          ("loading", Button("Save", isLoading: true)),
          ("loading and focused", Button("Save", state: .focused, isLoading: true)),
          ("destructive", Button("Delete", tone: .negative)),
          ("destructive and focused", Button("Delete", tone: .negative, state: .focused)),
          ("long", Button("Save all changes and go back to the directory of employees")),
        ]
      ),
      WidgetSample(
        "GradientButton",
        [
          ("normal", GradientButton("Fetch content")),
          ("focused", GradientButton("Fetch content", state: .focused)),
          ("disabled", GradientButton("Fetch content", state: .disabled)),
          ("loading", GradientButton("Fetching", isLoading: true)),
          ("loading and focused", GradientButton("Fetching", state: .focused, isLoading: true)),
          ("three rows", GradientButton("Fetch", gradient: Gradient(RGB(hex: 0x8A2BE2), RGB(hex: 0xE02020)), rows: 3)),
        ]
      ),
      WidgetSample(
        "Badge",
        Tone.allCases.map { ("\($0)", Badge("\($0)", tone: $0)) }
          + [("outline", Badge("Layer 1", tone: .accent, isFilled: false)), ("long", Badge("smart-contract-platform"))]
      ),
      WidgetSample(
        "Toggle",
        [
          ("on", Toggle("Compact rows", isOn: true)),
          ("off", Toggle("Compact rows", isOn: false)),
          ("focused", Toggle("Compact rows", isOn: true, state: .focused)),
          ("focused and off", Toggle("Compact rows", isOn: false, state: .focused)),
          ("disabled", Toggle("Compact rows", isOn: false, state: .disabled)),
        ]
      ),
      WidgetSample(
        "TabBar",
        [
          ("first", TabBar(["Counter", "Directory", "Markets", "Settings"], selected: 0, target: "tabs")),
          ("third", TabBar(["Counter", "Directory", "Markets", "Settings"], selected: 2, target: "tabs")),
          ("focused", TabBar(["Counter", "Directory", "Markets", "Settings"], selected: 3, isFocused: true)),
          ("empty", TabBar([], selected: 0)),
        ]
      ),
      WidgetSample(
        "TextField",
        [
          ("empty", TextField(TextFieldState(), prompt: "Search", label: "Search")),
          ("focused and empty", TextField(TextFieldState(), prompt: "Search", state: .focused, label: "Search")),
          ("text", TextField(TextFieldState("Zoë 你好 👩‍🚀"), label: "Name")),
          ("long", TextField(TextFieldState("The quick brown fox jumps over the lazy dog"), state: .focused)),
          ("disabled", TextField(TextFieldState("fixed"), state: .disabled)),
          ("hostile", TextField(TextFieldState("a\u{1B}[31m\u{202E}b"), state: .focused)),
          ("secret", TextField(TextFieldState("hunter2"), state: .focused, isSecret: true, label: "Password")),
        ]
      ),
      WidgetSample("Spinner", [("alone", Spinner()), ("labeled", Spinner("Loading employees"))]),
      WidgetSample(
        "KeyHintBar",
        [
          (
            "several",
            KeyHintBar([
              KeyHintBar.Hint("?", "help"), KeyHintBar.Hint("/", "filter"), KeyHintBar.Hint("Enter", "open"),
              KeyHintBar.Hint("R", "refresh"), KeyHintBar.Hint("q", "quit"),
            ])
          ),
          ("empty", KeyHintBar([])),
        ]
      ),
    ]
  }
}
