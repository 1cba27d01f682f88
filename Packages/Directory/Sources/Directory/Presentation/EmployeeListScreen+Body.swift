import Basics
public import Components

extension EmployeeListScreen {
  /// The list with what is searched for above it, or what there is to say instead.
  public func body(size: Size, in environment: RenderEnvironment) -> any Widget {
    if let list = viewModel.list { return content(list, size: size, in: environment) }
    return switch viewModel.state {
    case .initial, .loading:
      StatusMessage.loading("Looking for everybody")
    case .loaded:
      StatusMessage.empty(
        "Nobody is here",
        detail: "The directory has no employees: either everyone is at lunch, or this is your chance to be the first.",
        keys: [KeyHintBar.Hint("r", "look again")]
      )
    case .failed(let problem, _):
      StatusMessage.failure(
        "The directory can't be shown",
        detail: problem.message,
        hint: problem.hint ?? "",
        keys: [KeyHintBar.Hint("r", "try again")]
      )
    }
  }

  private func content(_ list: EmployeeList, size: Size, in environment: RenderEnvironment) -> VStack {
    var parts: [any Widget] = [headline(list, in: environment)]
    if let note = note(list, in: environment) { parts.append(note) }
    var rows = viewModel.rows
    let height = max(size.height - parts.count, 1)
    rows.reveal(height: height)
    if rows.isEmpty {
      parts.append(
        StatusMessage.empty(
          "Nobody matches '\(viewModel.searchField.text)'",
          detail: "All words have to be found, in any order: in names, teams, e-mail addresses or biographies.",
          keys: [KeyHintBar.Hint("Esc", "show everybody")]
        )
        .framed(height: height)
      )
    } else {
      parts.append(
        EmployeeListWidget(
          rows: rows,
          list: rows.list(isFocused: !isSearching, target: Self.rowTarget) { [query = viewModel.query] row in
            Self.listRow(row.employee, query, environment)
          },
          target: Self.rowTarget,
          photo: { [photos] in photos.image(at: $0.smallPhoto?.text, in: .employeeRows) }
        )
      )
    }
    return VStack(children: parts)
  }

  /// The number of employees with their order, or the search with the number of matches.
  private func headline(_ list: EmployeeList, in environment: RenderEnvironment) -> any Widget {
    let typography = environment.theme.typography
    let total = list.employees.count
    var parts: [any Widget] = []
    if isSearching || !viewModel.searchField.isEmpty {
      parts.append(Text("Search", typography.label).priority(1))
      parts.append(
        TextField(
          viewModel.searchField,
          prompt: "name, team:core, type:part",
          state: isSearching ? .focused : .normal
        )
        .targeted(Self.searchTarget)
      )
      parts.append(Text("\(viewModel.rows.count) of \(total)", typography.caption).priority(2))
    } else {
      let people = total == 1 ? "1 person" : "\(total) people"
      let teams = list.teams.count == 1 ? "1 team" : "\(list.teams.count) teams"
      parts.append(
        Text(
          StyledText("\(people) in \(teams)", typography.emphasis)
            + StyledText(", \(groupingWords), by \(viewModel.sort.rawValue)", typography.caption),
          wrapping: .truncated(.end)
        )
        .targeted(Self.searchTarget)
      )
    }
    if viewModel.state.isLoading { parts.append(Spinner("Refreshing").priority(1)) }
    return HStack(spacing: 1, children: parts).framed(height: 1)
  }

  private var groupingWords: String {
    switch viewModel.grouping {
    case .team: "grouped by team"
    case .type: "grouped by type"
    case .none: "not grouped"
    }
  }

  /// The warning above employees that are shown all the same.
  private func note(_ list: EmployeeList, in environment: RenderEnvironment) -> (any Widget)? {
    let typography = environment.theme.typography
    if let problem = viewModel.state.problem {
      let text = "\(environment.glyphs.warningMark) Not refreshed: \(problem.message)"
      return Text(StyledText(text, typography.warning), wrapping: .truncated(.end)).framed(height: 1)
    }
    guard let first = list.malformed.first else { return nil }
    let count = list.malformed.count
    let text =
      "\(environment.glyphs.warningMark) \(count) malformed \(count == 1 ? "entry" : "entries") left out: \(first)"
    return Text(StyledText(text, typography.warning), wrapping: .truncated(.end)).framed(height: 1)
  }

  private static func listRow(_ employee: Employee, _ query: SearchQuery, _ environment: RenderEnvironment) -> ListRow {
    ListRow(
      highlighted(employee.displayName, .name, query, environment),
      detail: highlighted(employee.team, .team, query, environment),
      trailing: StyledText(employee.type.title, environment.theme.typography.caption)
    )
  }

  static func highlighted(
    _ text: String,
    _ field: EmployeeField,
    _ query: SearchQuery,
    _ environment: RenderEnvironment
  ) -> StyledText {
    let matches = query.matches(in: text, of: field)
    guard !matches.isEmpty else { return StyledText(text) }
    let style = TextStyle(foreground: environment.theme.palette.warning, attributes: [.bold, .underline])
    var result = StyledText()
    var start = text.startIndex
    for match in matches {
      result += StyledText(String(text[start..<match.lowerBound]))
      result += StyledText(String(text[match]), style)
      start = match.upperBound
    }
    return result + StyledText(String(text[start...]))
  }
}
