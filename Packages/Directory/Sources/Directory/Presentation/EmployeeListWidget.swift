public import Components
public import Foundation

/// The rows of the list with a picture before each: the photo, or else the initials.
struct EmployeeListWidget: Widget {
  /// The cells of a picture, and the one after it.
  static let pictureWidth = 4
  private static let columnWidth = 5
  /// Below this width the rows need all of it.
  private static let minimumWidth = 32

  let rows: EmployeeRows
  let list: SectionedList
  let target: String
  let photo: (Employee) -> PixelImage?

  func widthRange(in environment: RenderEnvironment) -> LengthRange {
    .flexible(minimum: list.widthRange(in: environment).minimum, ideal: 80)
  }

  func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange {
    list.heightRange(width: width, in: environment)
  }

  func draw(on canvas: inout Canvas) {
    let size = canvas.size
    let hasPictures = size.width >= Self.minimumWidth
    let left = hasPictures ? Self.columnWidth : 0
    canvas.draw(list, in: Rectangle(x: left, y: 0, width: size.width - left, height: size.height))
    guard hasPictures else { return }
    for (row, line) in visibleLines(height: size.height) {
      guard let employee = rows.item(at: row)?.employee else { continue }
      let area = Rectangle(x: 0, y: line, width: Self.pictureWidth, height: 1)
      canvas.addTarget(target, index: row, in: Rectangle(x: 0, y: line, width: Self.columnWidth, height: 1))
      if let image = photo(employee) {
        canvas.draw(ImageView(image, description: employee.displayName), in: area)
      } else {
        canvas.draw(Avatar(employee.displayName), in: area)
      }
    }
  }

  /// The pictures say nothing that the rows don't.
  func read(to reader: inout LinearReader) { reader.read(list) }

  /// The rows that can be seen, and the line of each; the state is one that ``ListModel/reveal(height:)`` has settled.
  private func visibleLines(height: Int) -> [(row: Int, line: Int)] {
    let visible = rows.visibleRows(height: height)
    let titled = rows.groups.filter { !$0.title.isEmpty }
    var headings = titled.prefix { $0.rows.lowerBound < visible.lowerBound }.count
    return visible.map { row in
      while headings < titled.count, titled[headings].rows.lowerBound <= row { headings += 1 }
      return (row, row + headings - rows.state.offset)
    }
  }
}

/// One row: an employee by its position, which is cheap to copy, sort and keep a hundred thousand times.
public struct EmployeeRow: Sendable {
  let list: EmployeeList
  let position: Int32

  var employee: Employee { list.employees[Int(position)] }
  var id: Employee.ID { list.employees[Int(position)].id }
}

/// The section of a row.
public enum EmployeeSection: Hashable, Sendable {
  /// A team.
  case team(String)
  /// A type of employment.
  case type(EmployeeType)

  var title: String {
    switch self {
    case .team(let name): name
    case .type(let type): type.title
    }
  }
}

/// The model behind the list's rows.
public typealias EmployeeRows = ListModel<EmployeeRow, Employee.ID, EmployeeSection>

extension EmployeeRows {
  /// Rows in an arrangement: the items stand section by section already, so that the model has nothing to sort.
  init(_ list: EmployeeList, groupedBy grouping: EmployeeGrouping, sortedBy sort: EmployeeSortOrder) {
    self.init(
      Self.items(list, groupedBy: grouping, sortedBy: sort),
      id: { $0.id },
      grouping: Self.grouping(by: grouping)
    )
  }

  static var none: EmployeeRows { EmployeeRows([], id: { $0.id }, grouping: nil) }

  static func items(
    _ list: EmployeeList,
    groupedBy grouping: EmployeeGrouping,
    sortedBy sort: EmployeeSortOrder
  ) -> [EmployeeRow] {
    EmployeeArrangement(list, groupedBy: grouping, sortedBy: sort).positions
      .map { EmployeeRow(list: list, position: $0) }
  }

  private static func grouping(by grouping: EmployeeGrouping) -> ListGrouping<EmployeeRow, EmployeeSection>? {
    switch grouping {
    case .none: nil
    case .team: ListGrouping(by: { .team($0.list.employees[Int($0.position)].team) }, title: \.title)
    case .type: ListGrouping(by: { .type($0.list.employees[Int($0.position)].type) }, title: \.title)
    }
  }
}

extension ImageStore.Place {
  static let employeeRows = Self("directory.rows", side: 64, urgency: .decoration)
  static let employeePage = Self("directory.page", side: 512, urgency: .content)
}
