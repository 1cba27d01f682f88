import Basics
public import Components
import Foundation

extension FetchCounterScreen {
  private static let buttonWidth = 32
  /// The columns of a UUID; rather than cutting one, other columns are left out.
  private static let usualCodeWidth = 36
  /// From here on there is room for distances and a high button.
  private static let roomyHeight = 16
  private static let roomyWidth = 40

  /// The screen as its state is.
  public func body(size: Size, in environment: RenderEnvironment) -> any Widget {
    let isRoomy = size.height >= Self.roomyHeight
    let spacing = environment.theme.spacing
    let content = VStack(spacing: isRoomy ? spacing.small : 0, children: parts(isRoomy: isRoomy, environment))
    let margin = size.width >= Self.roomyWidth ? spacing.medium : 0
    let screen = content.padded(horizontal: margin, vertical: isRoomy ? spacing.small : 0).filling()
    guard let problem = viewModel.state.problem else { return screen }
    // At the bottom, so that the old code stays visible where there is room for it.
    return screen.overlaid(with: dialog(problem, environment), alignment: .bottom, dimsBase: true, isModal: true)
  }

  private func parts(isRoomy: Bool, _ environment: RenderEnvironment) -> [any Widget] {
    let typography = environment.theme.typography
    let button = GradientButton(
      viewModel.state.isLoading ? "Fetching" : "Fetch",
      state: viewModel.state.problem == nil ? .focused : .normal,
      isLoading: viewModel.state.isLoading,
      rows: isRoomy ? 3 : 1
    )
    return [
      Text(environment.theme.accentGradient.applied(to: title, style: typography.title)).priority(3),
      described.priority(2),
      button.framed(width: Self.buttonWidth).targeted(Self.buttonTarget).priority(3),
      codes(environment).priority(1),
    ]
  }

  private var described: DescribedTextGroup {
    let fetchCount = viewModel.fetchCount
    let code = viewModel.state.value?.responseCode.description ?? "none yet"
    let last = fetchCount?.lastFetchedAt.map { ClockText.dateAndTime($0, calendar) } ?? "never"
    return DescribedTextGroup([
      DescribedText("Response Code", code),
      DescribedText("Fetch Count", fetchCount.map { "\($0.count)" } ?? "unknown"),
      DescribedText("Last Fetched", fetchCount == nil ? "unknown" : last),
    ])
  }

  private func codes(_ environment: RenderEnvironment) -> any Widget {
    let typography = environment.theme.typography
    let codes = viewModel.fetchCount?.lastCodes ?? []
    guard !codes.isEmpty else { return Text("The last codes will stand here.", typography.caption) }
    let heading = "Last Codes"
    let longest = codes.reduce(heading.count) {
      max($0, environment.width(of: StyledText($1.responseCode.description)))
    }
    let table = Table(
      columns: [
        TableColumn(
          heading,
          width: LengthRange(minimum: min(longest, Self.usualCodeWidth), ideal: longest, maximum: longest),
          priority: 3
        ),
        TableColumn("Fetched", width: .fixed(19), priority: 1),
        TableColumn("Took", width: .fixed(9), alignment: .trailing, priority: 2),
      ],
      rowCount: codes.count,
      state: list,
      isFocused: list.selection != nil,
      target: Self.codeTarget
    ) { [calendar] row, column in
      let code = codes[row]
      return switch column {
      case 0: StyledText(code.responseCode.description)
      case 1: StyledText(ClockText.dateAndTime(code.fetchedAt, calendar), typography.caption)
      default: StyledText(ClockText.length(code.duration), typography.caption)
      }
    }
    return table
  }

  private func dialog(_ problem: FetchProblem, _ environment: RenderEnvironment) -> Dialog {
    var lines: [any Widget] = [Text(problem.message).priority(1)]
    if let hint = problem.hint { lines.append(Text(hint, environment.theme.typography.caption)) }
    return Dialog(
      "That did not work",
      content: VStack(spacing: 1, children: lines),
      buttons: Self.answers,
      selected: selectedAnswer,
      tone: .negative,
      target: Self.answerTarget
    )
  }
}

/// Times and lengths of time as the screen shows them: short and aligned.
enum ClockText {
  /// Returns a time in a calendar's time zone, with the date in the locale's pattern, such as `2026-01-31 12:00:00`.
  static func dateAndTime(_ date: Date, _ calendar: Calendar) -> String {
    let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
    func digits(_ value: Int?) -> String { (value ?? 0) < 10 ? "0\(value ?? 0)" : "\(value ?? 0)" }
    let day = RegionalFormat.current.dates.text(year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0)
    return "\(day) \(digits(parts.hour)):\(digits(parts.minute)):\(digits(parts.second))"
  }

  /// A length of time, in milliseconds below a second, as `12.3 ms`.
  static func length(_ duration: Duration) -> String {
    duration < .seconds(1)
      ? Decimals.text(duration / .milliseconds(1), decimals: 1) + " ms"
      : Decimals.text(duration / .seconds(1), decimals: 2) + " s"
  }
}
