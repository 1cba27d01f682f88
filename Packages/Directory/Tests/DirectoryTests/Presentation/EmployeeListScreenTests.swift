import Basics
import BasicsTesting
import Components
import Foundation
import Navigation
import NavigationTesting
import Testing

@testable import Directory

@Suite("Employee list screen")
@MainActor
struct EmployeeListScreenTests {
  static func screen(
    _ viewModel: EmployeeListViewModel,
    photos: FakePhotos = FakePhotos(),
    source: any Navigator = RouterSpy(),
    effects: EffectsSpy = EffectsSpy()
  ) -> EmployeeListScreen {
    EmployeeListScreen(
      viewModel: viewModel,
      photos: photos.store,
      source: source,
      effects: effects
    )
  }

  static let people = [
    employee("Ana María Ñandú", team: "Core", biography: "Likes tea", photo: "http://h/1", id: .numbered(1)),
    employee("Bo Li", team: "Web", type: .contractor, photo: "http://h/2", id: .numbered(2)),
    employee("李小龙", team: "Core", type: .partTime, id: .numbered(3)),
    employee("Max von und zu Hohenstein-Lichtenfels the Third", team: "Legal & Finance", id: .numbered(4)),
    employee("\u{1B}[31mRed\u{202E}Herring", team: "Core\tPlatform", id: .numbered(5)),
  ]

  private static func loaded(
    _ people: [Employee] = people,
    malformed: [MalformedEmployee] = []
  ) async -> (EmployeeListViewModel, FakeEmployees) {
    let repository = FakeEmployees(people)
    repository.answer(people, malformed: malformed)
    let viewModel = EmployeeListViewModel(loadEmployees: LoadEmployees(repository: repository, isLenient: true))
    await viewModel.load()
    return (viewModel, repository)
  }

  private static let size = Size(width: 80, height: 14)

  private func draw(_ screen: some Screen, _ environment: RenderEnvironment = RenderEnvironment()) -> RenderedFrame {
    screen.frame(size: Self.size, in: environment)
  }

  @Test("shows a cancelled first load without an error")
  func cancelledFirstLoad() async {
    let repository = FakeEmployees([])
    repository.fail(.service(CancellationError()))
    let viewModel = EmployeeListViewModel(loadEmployees: LoadEmployees(repository: repository))
    await viewModel.load()
    let text = draw(Self.screen(viewModel)).buffer.lines.joined(separator: "\n")
    #expect(text.contains("Loading cancelled"))
    #expect(text.contains("Press r to load."))
    #expect(!text.contains("✗"))
  }

  @Test("matches the reviewed files for the employee list in every state")
  func looks() async throws {
    let fresh = EmployeeListViewModel(loadEmployees: LoadEmployees(repository: FakeEmployees([])))
    try GoldenScreens.expect(Self.screen(fresh), matches: "List-loading")
    let (viewModel, repository) = await Self.loaded()
    let screen = Self.screen(viewModel)
    try GoldenScreens.expect(screen, matches: "List")
    try GoldenScreens.expectPictures(screen, match: "List")
    screen.keyMap.binding(for: .character("/"))?.perform()
    _ = screen.handle(.paste("core"))
    try GoldenScreens.expect(screen, matches: "List-search")
    _ = screen.handle(.paste(" nobody"))
    try GoldenScreens.expect(screen, matches: "List-no-match")
    #expect(screen.keyMap.perform(KeyPress(.escape)))
    #expect(screen.keyMap.perform(.character("f")))
    try GoldenScreens.expect(screen, matches: "List-filter-menu")
    #expect(screen.keyMap.perform(KeyPress(.enter)))
    #expect(screen.keyMap.perform(.character(" ")))
    try GoldenScreens.expect(screen, matches: "List-filtered")
    for _ in 0..<2 { #expect(screen.keyMap.perform(KeyPress(.escape))) }
    repository.fail(.unreadableFile(path: "list.json", reason: "permission denied"))
    await viewModel.load()
    try GoldenScreens.expect(screen, matches: "List-not-refreshed")
    repository.answer([])
    await viewModel.load()
    try GoldenScreens.expect(screen, matches: "List-empty")
    repository.fail(.unreadableFile(path: "list.json", reason: "permission denied"))
    await viewModel.load()
    try GoldenScreens.expect(screen, matches: "List-failed")
    let malformed = MalformedEmployee(index: 3, name: "Jo", key: "team", reason: .missing)
    let (lenient, _) = await Self.loaded(Array(Self.people.prefix(1)), malformed: [malformed])
    try GoldenScreens.expect(Self.screen(lenient), matches: "List-lenient")
  }

  @Test("loads the employee list only the first time the screen appears")
  func loadsOnce() async {
    let repository = FakeEmployees(Self.people)
    let viewModel = EmployeeListViewModel(loadEmployees: LoadEmployees(repository: repository))
    let screen = Self.screen(viewModel)
    #expect(repository.loadCount == 0)
    screen.appear()
    await settle { viewModel.list != nil }
    screen.disappear()
    screen.appear()
    // The main actor runs its tasks in order, so a second load would have started by now.
    await Task { @MainActor in }.value
    #expect(!viewModel.state.isLoading)
    #expect(repository.loadCount == 1)
    #expect(screen.keyMap.perform(.character("r")))
    await settle { repository.loadCount == 2 && !viewModel.state.isLoading }
    #expect(repository.loadCount == 2)
  }

  @Test("opens the selected employee with Enter or a double-click")
  func opens() async {
    let (viewModel, _) = await Self.loaded()
    let spy = RouterSpy()
    let screen = Self.screen(viewModel, source: spy)
    _ = draw(screen)
    #expect(screen.keyMap.perform(KeyPress(.enter)))
    #expect(screen.handle(.click(target: "directory.rows", index: 1, at: .zero, count: 1)))
    #expect(viewModel.rows.selectedItem?.employee.fullName == "李小龙")
    #expect(screen.handle(.click(target: "directory.rows", index: 1, at: .zero, count: 2)))
    #expect(
      spy.sent == [.push(EmployeeDetailDestination(.numbered(1))), .push(EmployeeDetailDestination(.numbered(3)))]
    )
  }

  @Test("makes list rows and the status line clickable")
  func hasTargets() async throws {
    let (viewModel, _) = await Self.loaded()
    let frame = draw(Self.screen(viewModel))
    let lines = frame.buffer.lines
    let line = try #require(lines.firstIndex { $0.contains("Bo Li") })
    let row = try #require(viewModel.rows.row(of: .numbered(2)))
    for x in [0, 3, 20, 70] {
      let target = try #require(frame.target(at: Point(x: x, y: line)))
      #expect(target.name == "directory.rows")
      #expect(target.index == row)
    }
    #expect(frame.target(at: Point(x: 2, y: 0))?.name == "directory.search")
  }

  @Test("sanitizes control characters in employee names")
  func sanitizes() async {
    let (viewModel, _) = await Self.loaded()
    let lines = draw(Self.screen(viewModel)).buffer.lines
    #expect(lines.contains { $0.contains("Herring") })
    for line in lines {
      #expect(!line.unicodeScalars.contains { $0.value < 0x20 || $0 == "\u{202E}" || $0.value == 0x7F })
    }
  }

  @Test("edits the search text in the open field while the arrow keys move through the list")
  func takesText() async {
    let (viewModel, _) = await Self.loaded()
    let screen = Self.screen(viewModel)
    #expect(!screen.isEnteringText)
    #expect(!screen.keyMap.perform(KeyPress(.escape)), "without a search, the key is left to the program")
    #expect(screen.keyMap.perform(.character("/")))
    #expect(screen.isEnteringText)
    for letter in "lir" { #expect(screen.handle(.key(.character(letter)))) }
    _ = screen.handle(.key(KeyPress(.backspace)))
    #expect(viewModel.searchField.text == "li")
    #expect(
      Set(viewModel.rows.visibleItems.map(\.employee.fullName)) == [
        "Bo Li", "Max von und zu Hohenstein-Lichtenfels the Third", "Ana María Ñandú",
      ]
    )
    let before = viewModel.rows.state.selection
    #expect(screen.handle(.key(KeyPress(.down))))
    #expect(viewModel.rows.state.selection != before)
    // Tab closes the field and keeps the results. Control-F opens the field with the same text.
    #expect(screen.keyMap.perform(KeyPress(.tab)))
    #expect(!screen.isEnteringText)
    #expect(viewModel.rows.count == 3)
    #expect(screen.keyMap.perform(.control("f")))
    #expect(screen.isEnteringText)
    #expect(viewModel.searchField.text == "li")
    #expect(screen.keyMap.perform(KeyPress(.escape)))
    #expect(!screen.isEnteringText)
    #expect(viewModel.searchField.isEmpty)
    #expect(viewModel.rows.count == 5)
  }

  @Test("offers a search only while there is a list or one is being loaded, and always shows the open field")
  func searchWithoutList() async {
    let (viewModel, repository) = await Self.loaded([])
    let screen = Self.screen(viewModel)
    repository.fail(.unreadableFile(path: "list.json", reason: "permission denied"))
    await viewModel.load()
    for key in ["/", "f", "s", "S", "t"] as [Character] {
      #expect(screen.keyMap.binding(for: .character(key))?.isEnabled == false, "\(key)")
    }
    // When a search begins during the first load, which fails
    repository.answer(Self.people)
    await viewModel.load()
    #expect(screen.keyMap.perform(.character("/")))
    _ = screen.handle(.paste("li"))
    repository.answer([])
    await viewModel.load()
    let lines = draw(screen).buffer.lines
    #expect(lines[0].contains("Search") && lines[0].contains("li"), "\(lines)")
    #expect(lines.contains { $0.contains("No employees") })
    #expect(screen.keyMap.perform(KeyPress(.escape)))
    #expect(!screen.isEnteringText)
  }

  @Test("groups, sorts, reverses and scrolls the list with keys and the mouse wheel")
  func reacts() async {
    let (viewModel, _) = await Self.loaded()
    let screen = Self.screen(viewModel)
    _ = draw(screen)
    #expect(screen.keyMap.perform(.character("t")))
    #expect(viewModel.style.grouping == .type)
    #expect(screen.keyMap.perform(.character("s")))
    #expect(viewModel.style.sort == .team)
    #expect(screen.keyMap.perform(.character("S")))
    #expect(viewModel.style.isReversed)
    #expect(screen.keyMap.perform(.character("S")))
    for _ in 0..<2 { #expect(screen.keyMap.perform(.character("t"))) }
    #expect(viewModel.style.grouping == .team)
    #expect(screen.handle(.scroll(target: "directory.rows", index: nil, rows: 3)))
    #expect(screen.handle(.key(KeyPress(.end))))
    #expect(viewModel.rows.state.selection == 4)
    #expect(!screen.handle(.key(.character("z"))))
  }

  @Test("previews the selected employee's page without loading the photo before the page appears")
  func previews() async throws {
    let (viewModel, _) = await Self.loaded()
    let photos = FakePhotos()
    let screen = Self.screen(viewModel, photos: photos)
    let preview = try #require(screen.preview)
    #expect(preview.title == "Ana María Ñandú")
    #expect(screen.preview === preview)
    for _ in 0..<4 {
      _ = draw(screen)
      if let preview = screen.preview as? EmployeeDetailScreen { _ = draw(preview) }
      #expect(screen.handle(.key(KeyPress(.down))))
    }
    #expect(screen.preview?.title == "Bo Li")
    #expect(photos.asked.isEmpty)
    screen.preview?.appear()
    if let preview = screen.preview as? EmployeeDetailScreen { _ = draw(preview) }
    await settle { photos.asked == ["http://h/2!"] }
    #expect(photos.asked == ["http://h/2!"])
    viewModel.editSearch { $0.insert("no-such-person") }
    #expect(screen.preview == nil)
  }

  @Test("copies information about the selected employee or all marked employees")
  func copies() async {
    let (viewModel, _) = await Self.loaded()
    let effects = EffectsSpy()
    let screen = Self.screen(viewModel, effects: effects)
    _ = draw(screen)
    #expect(screen.keyMap.perform(.character("y")))
    #expect(draw(screen).buffer.lines.contains { $0.contains("anamaraand@example.com") })
    #expect(screen.keyMap.perform(KeyPress(.enter)))
    #expect(effects.copied == ["anamaraand@example.com"])
    #expect(effects.messages.isEmpty, "the program reports the copy")
    for _ in 0..<2 { #expect(screen.keyMap.perform(.character(" "))) }
    #expect(screen.keyMap.perform(.character("y")))
    #expect(screen.handle(.key(KeyPress(.down))))
    #expect(screen.keyMap.perform(KeyPress(.enter)))
    #expect(effects.copied.last == "Ana María Ñandú\n李小龙")
    #expect(screen.keyMap.perform(.character("o")))
    #expect(effects.opened == ["mailto:anamaraand@example.com,@example.com"])
    #expect(screen.keyMap.perform(KeyPress(.escape)))
    #expect(viewModel.rows.marked.isEmpty)
    #expect(screen.keyMap.perform(.character("y")))
    #expect(screen.handle(.key(.character("q"))))
    #expect(screen.keyMap.title == "Directory", "q closes the menu, not the program")
  }

  @Test("exports all listed employees, or only the marked ones, and suggests the vCard format")
  func exports() async throws {
    let (viewModel, _) = await Self.loaded()
    let effects = EffectsSpy()
    let screen = Self.screen(viewModel, effects: effects)
    _ = draw(screen)
    #expect(screen.keyMap.perform(.character("x")))
    #expect(screen.keyMap.perform(KeyPress(.enter)))
    let all = try #require(effects.exported.first)
    #expect(all.name == "employees.vcf")
    #expect(String(decoding: all.contents, as: UTF8.self).components(separatedBy: "VERSION:3.0").count == 6)
    #expect(screen.keyMap.perform(.character(" ")))
    #expect(screen.keyMap.perform(.character("x")))
    #expect(screen.handle(.key(KeyPress(.end))))
    #expect(screen.keyMap.perform(KeyPress(.enter)))
    #expect(effects.exported.last?.name == "Ana-María-Ñandú.json")
  }

  @Test("filters by several teams and types marked in the menu, and clears the filter with Escape")
  func filters() async {
    let (viewModel, _) = await Self.loaded()
    let screen = Self.screen(viewModel)
    #expect(screen.keyMap.perform(.character("f")))
    // The menu lists the types first: full-time, part-time, contractor.
    #expect(screen.keyMap.perform(.character(" ")))
    #expect(screen.handle(.key(KeyPress(.down))))
    #expect(screen.keyMap.perform(.character(" ")))
    #expect(screen.keyMap.perform(KeyPress(.enter)))
    #expect(viewModel.filter.types == [.fullTime, .partTime])
    #expect(viewModel.rows.count == 4)
    #expect(screen.keyMap.perform(.character("f")))
    #expect(screen.handle(.click(target: "menu.rows", index: 1, at: .zero, count: 1)))
    #expect(screen.keyMap.perform(KeyPress(.escape)))
    #expect(viewModel.rows.count == 4, "Escape keeps the filter as it was")
    #expect(screen.keyMap.perform(KeyPress(.escape)))
    #expect(viewModel.rows.count == 5)
    #expect(!screen.keyMap.perform(KeyPress(.escape)))
  }

  @Test("shows the number of matches during a search")
  func keepsStatusLine() async {
    let (viewModel, _) = await Self.loaded()
    let screen = Self.screen(viewModel)
    #expect(screen.keyMap.perform(.character("/")))
    _ = screen.handle(.paste("li"))
    #expect(draw(screen).buffer.lines[0].hasPrefix("3 of 5 people"))
    #expect(draw(screen).buffer.lines[1].hasPrefix("Search li"))
  }

  @Test("keeps the list columns within the width and the name column wide enough")
  func aligns() {
    for width in [20, 36, 46, 56, 76, 84, 116, 196] {
      for grouping in EmployeeGrouping.allCases {
        let columns = EmployeeColumns(width: width, groupedBy: grouping).columns
        #expect(columns.first?.column == .name)
        #expect(columns.reduce(0) { $0 + $1.width } + 2 * (columns.count - 1) <= width)
        #expect(!columns.contains { $0.column == .team } || grouping != .team)
        #expect(!columns.contains { $0.column == .type } || grouping != .type)
        if width >= 36 { #expect(columns[0].width >= 24) }
      }
    }
    #expect(
      EmployeeColumns(width: 196, groupedBy: .none).columns.map(\.column)
        == [.name, .team, .type, .emailAddress, .phoneNumber, .biography]
    )
  }
}
