import Basics
public import Components
import Foundation

extension EmployeeDetailScreen {
  /// Below this width the photo stands above the fields.
  private static let sideBySideWidth = 64
  private static let photoHeight = 12

  /// The employee with a large photo, or what there is to say instead.
  public func body(size: Size, in environment: RenderEnvironment) -> any Widget {
    switch viewModel.state {
    case .initial, .loading:
      return StatusMessage.loading("Looking for somebody")
    case .loaded(nil):
      return StatusMessage.empty(
        "Nobody has this identifier",
        detail: "Whoever it was is not in the directory now: \(viewModel.id.uuidString.lowercased())",
        keys: [KeyHintBar.Hint("r", "look again")]
      )
    case .failed(let problem, _):
      return StatusMessage.failure(
        "The directory can't be shown",
        detail: problem.message,
        hint: problem.hint ?? "",
        keys: [KeyHintBar.Hint("r", "try again")]
      )
    case .loaded(let employee?):
      return page(of: employee, size: size, in: environment)
    }
  }

  private func page(of employee: Employee, size: Size, in environment: RenderEnvironment) -> any Widget {
    let photo = photo(of: employee).targeted(Self.photoTarget)
    let fields = fields(of: employee, in: environment)
    let content: any Widget =
      size.width >= Self.sideBySideWidth
      ? HStack(spacing: 3, children: [photo, fields.priority(1)]) : VStack(spacing: 1, children: [photo, fields])
    return ScrollArea(content.padded(horizontal: 1), state: scroll, name: Self.page)
  }

  /// The large photo, else the small one that a row had, else initials.
  private func photo(of employee: Employee) -> any Widget {
    let height = Self.photoHeight
    guard
      let image = photos.image(at: employee.largePhoto?.text, in: .employeePage)
        ?? photos.image(at: employee.smallPhoto?.text, in: .employeeRows)
    else { return Avatar(employee.displayName, rows: height).framed(width: height * 2, height: height) }
    return ImageView(image, description: "Photo of \(employee.displayName)").framed(width: height * 2, height: height)
  }

  private func fields(of employee: Employee, in environment: RenderEnvironment) -> VStack {
    let typography = environment.theme.typography
    var parts: [any Widget] = [
      Text(StyledText(employee.displayName, typography.title)),
      HStack(
        spacing: 1,
        children: [Text(employee.team), Badge(employee.type.title, tone: Self.tone(of: employee.type))]
      ),
      Self.blankLine,
      DescribedText("E-mail", employee.emailAddress).targeted(Self.mailTarget),
    ]
    if let number = employee.phoneNumber, !number.isEmpty {
      parts.append(DescribedText("Phone", PhoneNumber(number).formatted).targeted(Self.phoneTarget))
    }
    if let biography = employee.biography, !biography.isEmpty {
      parts += [Self.blankLine, Text(biography)]
    }
    if let place = viewModel.place {
      parts += [Self.blankLine, Text("\(place.row) of \(place.count)", typography.caption)]
    }
    return VStack(children: parts)
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
