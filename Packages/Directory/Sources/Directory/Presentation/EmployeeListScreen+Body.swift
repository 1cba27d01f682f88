import Basics
public import Components

extension EmployeeListScreen {
  /// Returns the list with its status line, or the reason why the list isn't shown.
  public func body(size: Size, in environment: RenderEnvironment) -> any Widget {
    menu.over(page(size: size, in: environment), size: size)
  }

  private func page(size: Size, in environment: RenderEnvironment) -> any Widget {
    if let list = viewModel.list { return content(list, size: size, in: environment) }
    guard isSearching else { return placeholder(size: size, in: environment) }
    let rest = Size(width: size.width, height: max(size.height - 1, 0))
    return VStack(children: [
      searchLine(in: environment), placeholder(size: rest, in: environment).framed(height: rest.height),
    ])
  }

  private func placeholder(size: Size, in environment: RenderEnvironment) -> any Widget {
    switch viewModel.state {
    case .initial, .loading: skeleton(size: size)
    case .loaded:
      StatusMessage.empty(
        "No employees",
        detail: "The directory is empty: everyone is at lunch, or this is your chance to be the first.",
        keys: [environment.hint(.character("r"), "Reload")]
      )
    case .failed(let problem, _) where problem.isCancellation: problem.cancelledMessage(in: environment)
    case .failed(let problem, _):
      StatusMessage.failure(
        "Couldn't load the directory",
        detail: problem.message,
        hint: problem.hint ?? "",
        keys: problem.retryKeys(in: environment)
      )
    }
  }

  private func skeleton(size: Size) -> any Widget {
    let columns = EmployeeColumns(width: max(size.width - 2, 1), groupedBy: viewModel.style.grouping)
    return VStack {
      Spinner("Loading employees…").framed(height: 1)
      Text("").framed(height: min(1, max(size.height - 1, 0)))
      SkeletonRows(columns: columns.columns.map(\.width), label: "").framed(height: max(size.height - 2, 1))
    }
  }

  private func content(_ list: EmployeeList, size: Size, in environment: RenderEnvironment) -> VStack {
    var parts: [any Widget] = [statusLine(list, in: environment)]
    if isSearching || !viewModel.searchField.isEmpty { parts.append(searchLine(in: environment)) }
    if let note = note(list, in: environment) { parts.append(note) }
    guard !viewModel.rows.isEmpty else {
      return VStack(children: parts + [noMatch(in: environment).framed(height: max(size.height - parts.count, 1))])
    }
    let hasHeadings = size.height >= 8
    let height = max(size.height - parts.count - (hasHeadings ? 1 : 0), 1)
    var rows = viewModel.rows
    rows.reveal(height: height)
    // The selection marker is to the left of the columns, and the scroll bar is to the right.
    let room = size.width - 2 - (rows.lineCount > height ? 2 : 0)
    let columns = EmployeeColumns(width: max(room, 1), groupedBy: viewModel.style.grouping)
    if hasHeadings { parts.append(headings(columns, in: environment)) }
    let (query, marked, selected) = (viewModel.query, rows.marked, rows.selectedID)
    parts.append(
      rows.list(isFocused: !isSearching, target: Self.rowTarget) { row in
        let employee = row.employee
        // A selected row has a single text color that has enough contrast with the selection background.
        let style = employee.id == selected ? TextStyle.plain : environment.theme.typography.caption
        let line = columns.line(in: environment) { column in
          Self.cell(column, employee, query, style, environment)
        }
        let facts = [employee.displayName, employee.team, employee.type.title, employee.emailAddress]
        return ListRow(
          line,
          isMarked: marked.contains(employee.id),
          spoken: StyledText(facts.map { $0.sanitized() }.joined(separator: ", "))
        )
      }
    )
    return VStack(children: parts)
  }

  private func noMatch(in environment: RenderEnvironment) -> StatusMessage {
    guard viewModel.searchField.isEmpty else {
      return StatusMessage.empty(
        "No employees match “\(viewModel.searchField.text)”",
        detail: "Every word must appear in the name, team, e-mail address or biography.",
        keys: [environment.hint(KeyPress(.escape), "End search")]
      )
    }
    return StatusMessage.empty(
      "No employees match the filter",
      keys: [environment.hint(KeyPress(.escape), "Remove filter")]
    )
  }

  private func statusLine(_ list: EmployeeList, in environment: RenderEnvironment) -> any Widget {
    let typography = environment.theme.typography
    let total = list.employees.count
    let people = total == 1 ? "1 person" : "\(total) people"
    let teams = list.teams.count == 1 ? "1 team" : "\(list.teams.count) teams"
    let count = viewModel.isNarrowed ? "\(viewModel.rows.count) of \(people)" : "\(people) in \(teams)"
    var notes: [String] = []
    if !viewModel.rows.marked.isEmpty { notes.append("\(viewModel.rows.marked.count) marked") }
    notes += viewModel.filter.types.map(\.title) + viewModel.filter.teams
    let text = ([StyledText(count, typography.emphasis)] + notes.map { StyledText($0, typography.caption) })
      .joined(separator: StyledText(" \(environment.glyphs.middleDot) ", typography.caption))
    var parts: [any Widget] = [Text(text, wrapping: .truncated(.end)).targeted(Self.searchTarget)]
    if viewModel.state.isLoading { parts.append(Spinner("Reloading…").priority(1)) }
    return HStack(spacing: 1, children: parts).framed(height: 1)
  }

  private func searchLine(in environment: RenderEnvironment) -> any Widget {
    HStack(
      spacing: 1,
      children: [
        Text("Search", environment.theme.typography.label).priority(1),
        TextField(
          viewModel.searchField,
          prompt: "name, team:core, type:part",
          state: isSearching ? .focused : .normal
        )
        .targeted(Self.searchTarget),
      ]
    )
    .framed(height: 1)
  }

  private func headings(_ columns: EmployeeColumns, in environment: RenderEnvironment) -> any Widget {
    let style = viewModel.style
    let mark = style.isReversed ? environment.glyphs.downMark : environment.glyphs.upMark
    let line = columns.line(in: environment) { column in
      let isSorted =
        switch style.sort {
        case .name: column == .name
        case .team: column == .team
        case .type: column == .type
        }
      return StyledText(isSorted ? "\(column.title) \(mark)" : column.title, environment.theme.typography.caption)
    }
    return EmployeeHeadings(line: StyledText("  ") + line)
  }

  /// Returns the warning above a list that is shown despite an error.
  private func note(_ list: EmployeeList, in environment: RenderEnvironment) -> (any Widget)? {
    let text: String
    if let problem = viewModel.state.problem {
      text = "Couldn't reload: \(problem.message)"
    } else if let first = list.malformed.first {
      let count = list.malformed.count
      text = "Skipped \(count) malformed \(count == 1 ? "entry" : "entries"): \(first)"
    } else {
      return nil
    }
    let line = StyledText("\(environment.glyphs.warningMark) \(text)", environment.theme.typography.warning)
    return Text(line, wrapping: .truncated(.end)).framed(height: 1)
  }

  private static func cell(
    _ column: EmployeeColumns.Column,
    _ employee: Employee,
    _ query: SearchQuery,
    _ style: TextStyle,
    _ environment: RenderEnvironment
  ) -> StyledText {
    switch column {
    case .name: highlighted(employee.displayName.sanitized(), .name, query, environment)
    case .team: highlighted(employee.team.sanitized(), .team, query, environment).styled(style)
    case .type: StyledText(employee.type.title, style)
    case .emailAddress: highlighted(employee.emailAddress.sanitized(), .email, query, environment).styled(style)
    case .phoneNumber: StyledText(employee.phoneNumber.map { PhoneNumber($0).formatted } ?? "", style)
    case .biography: StyledText(String((employee.biography ?? "").prefix(200)).sanitized(), style)
    }
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

/// The column titles, which are omitted for screen readers because every row names its values.
private struct EmployeeHeadings: Widget {
  let line: StyledText

  func widthRange(in environment: RenderEnvironment) -> LengthRange { .flexible(minimum: 1, ideal: 40) }

  func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange { .fixed(1) }

  func draw(on canvas: inout Canvas) { canvas.write(line, row: 0) }

  func read(to reader: inout LinearReader) {}
}
