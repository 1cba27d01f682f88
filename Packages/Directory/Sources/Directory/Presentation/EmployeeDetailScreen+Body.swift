import Basics
public import Components
import Foundation

extension EmployeeDetailScreen {
  /// The minimum width, in cells, for showing the fields beside the photo instead of below it.
  private static let sideBySideWidth = 36
  /// The minimum width, in cells, for also showing the biography beside the photo.
  private static let wideWidth = 100
  /// The maximum line length for easy reading, in cells.
  private static let textWidth = 88
  private static let colleagueLimit = 8

  /// Returns the employee's details with a large photo, or the reason why the employee can't be shown.
  public func body(size: Size, in environment: RenderEnvironment) -> any Widget {
    menu.over(content(size: size, in: environment), size: size)
  }

  private func content(size: Size, in environment: RenderEnvironment) -> any Widget {
    switch viewModel.state {
    case .initial, .loading:
      return StatusMessage.loading("Loading employee…")
    case .loaded(nil):
      return StatusMessage.empty(
        "No such employee",
        detail: "The directory has no employee with the ID \(viewModel.id.uuidString.lowercased()).",
        keys: [environment.hint(.character("r"), "Reload")]
      )
    case .failed(let problem, _) where problem.isCancellation:
      return problem.cancelledMessage(in: environment)
    case .failed(let problem, _):
      return StatusMessage.failure(
        "Couldn't load the directory",
        detail: problem.message,
        hint: problem.hint ?? "",
        keys: problem.retryKeys(in: environment)
      )
    case .loaded(let employee?):
      return ScrollArea(page(of: employee, size: size, in: environment), state: scroll, name: Self.page)
    }
  }

  private func page(of employee: Employee, size: Size, in environment: RenderEnvironment) -> any Widget {
    let rows = min(max(min(size.width / 5, size.height / 2), 4), 20)
    let photo = photo(of: employee, rows: rows).targeted(Self.photoTarget)
    let contact = contact(of: employee, in: environment)
    let spacing = environment.theme.spacing
    // One column is reserved for the scroll bar.
    let beside = max(size.width - rows * 2 - spacing.medium - 1, 1)
    let isWide = size.width >= Self.wideWidth
    let text = min(isWide ? beside : size.width - 1, Self.textWidth)
    let more = (biography(of: employee) + colleagues(of: employee, in: environment)).map { $0.framed(width: text) }
    if isWide {
      let right = VStack(spacing: spacing.small, children: [contact] + more)
      return HStack(spacing: spacing.medium, children: [photo, right.framed(width: beside)])
    }
    let top: any Widget =
      size.width >= Self.sideBySideWidth
      ? HStack(spacing: spacing.medium, children: [photo, contact.framed(width: beside)])
      : VStack(spacing: spacing.small, children: [photo, contact])
    return VStack(spacing: spacing.small, children: [top] + more)
  }

  /// Returns the large photo, or the initials until it is loaded.
  private func photo(of employee: Employee, rows: Int) -> any Widget {
    let image = photos.image(at: employee.largePhoto?.text, in: .employeePage)
    let picture: any Widget =
      image.map { ImageView($0, description: "Photo of \(employee.displayName)") }
      ?? Avatar(employee.displayName, rows: rows)
    return picture.framed(width: rows * 2, height: rows)
  }

  private func contact(of employee: Employee, in environment: RenderEnvironment) -> VStack {
    let typography = environment.theme.typography
    func field(_ title: String, _ value: String, _ target: String) -> any Widget {
      HStack(
        spacing: 0,
        children: [
          Text(StyledText(title, typography.label)).framed(width: 8).priority(1),
          Text(StyledText(value.sanitized()), wrapping: .characters),
        ]
      )
      .targeted(target)
    }
    var parts: [any Widget] = [
      Text(StyledText(employee.displayName, typography.title)),
      HStack(
        spacing: 1,
        children: [Text(employee.team), Badge(employee.type.title, tone: Self.tone(of: employee.type)).priority(1)]
      ),
      Self.blankLine,
      field("E-mail", employee.emailAddress, Self.mailTarget),
    ]
    if let number = employee.phoneNumber, !number.isEmpty {
      parts.append(field("Phone", PhoneNumber(number).formatted, Self.phoneTarget))
    }
    if let place = viewModel.place {
      parts += [Self.blankLine, Text(StyledText("\(place.row) of \(place.count)", typography.caption))]
    }
    return VStack(children: parts)
  }

  private func biography(of employee: Employee) -> [any Widget] {
    guard let biography = employee.biography, !biography.isEmpty else { return [] }
    return [Text(biography)]
  }

  private func colleagues(of employee: Employee, in environment: RenderEnvironment) -> [any Widget] {
    let others = viewModel.colleagues
    guard !others.isEmpty else { return [] }
    let typography = environment.theme.typography
    let shown = others.prefix(Self.colleagueLimit)
    var lines: [any Widget] = [
      Text(StyledText("Also in \(employee.team.sanitized())", typography.label), wrapping: .truncated(.end))
    ]
    lines += shown.map { Text(StyledText($0.displayName.sanitized()), wrapping: .truncated(.end)) }
    if others.count > shown.count {
      lines.append(Text(StyledText("and \(others.count - shown.count) more", typography.caption)))
    }
    return [VStack(children: lines)]
  }

  private static var blankLine: any Widget { Text("").framed(height: 1) }

  private static func tone(of type: EmployeeType) -> Tone {
    switch type {
    case .fullTime: .accent
    case .partTime: .information
    case .contractor: .warning
    }
  }
}
