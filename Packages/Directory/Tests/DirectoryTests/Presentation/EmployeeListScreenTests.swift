import Basics
import BasicsTesting
import Components
import Foundation
import Navigation
import NavigationTesting
import Testing

@testable import Directory

@Suite("The list on the screen", .timeLimit(.minutes(1)))
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

  @Test("looks as it should, in every state")
  func looks() async throws {
    let fresh = EmployeeListViewModel(loadEmployees: LoadEmployees(repository: FakeEmployees([])))
    try Golden.expect(Self.screen(fresh), matches: "List-loading")
    let (viewModel, repository) = await Self.loaded()
    let screen = Self.screen(viewModel)
    try Golden.expect(screen, matches: "List")
    screen.keyMap.binding(for: .character("/"))?.perform()
    _ = screen.handle(.paste("core"))
    try Golden.expect(screen, matches: "List-search")
    _ = screen.handle(.paste(" nobody"))
    try Golden.expect(screen, matches: "List-no-match")
    #expect(screen.keyMap.perform(KeyPress(.escape)))
    repository.fail(.unreadableFile(path: "list.json", reason: "it may not be read"))
    await viewModel.load()
    try Golden.expect(screen, matches: "List-not-refreshed")
    repository.answer([])
    await viewModel.load()
    try Golden.expect(screen, matches: "List-empty")
    repository.fail(.unreadableFile(path: "list.json", reason: "it may not be read"))
    await viewModel.load()
    try Golden.expect(screen, matches: "List-failed")
    let malformed = MalformedEmployee(index: 3, name: "Jo", key: "team", reason: .missing)
    let (lenient, _) = await Self.loaded(Array(Self.people.prefix(1)), malformed: [malformed])
    try Golden.expect(Self.screen(lenient), matches: "List-lenient")
  }

  @Test("loads when it is shown for the first time, and not again")
  func loadsOnce() async {
    let repository = FakeEmployees(Self.people)
    let viewModel = EmployeeListViewModel(loadEmployees: LoadEmployees(repository: repository))
    let screen = Self.screen(viewModel)
    #expect(repository.loadCount == 0)
    screen.appear()
    await settle { viewModel.list != nil }
    screen.disappear()
    screen.appear()
    // The main actor runs its tasks in order, so a second load would have begun.
    await Task { @MainActor in }.value
    #expect(!viewModel.state.isLoading)
    #expect(repository.loadCount == 1)
    #expect(screen.keyMap.perform(.character("r")))
    await settle { repository.loadCount == 2 && !viewModel.state.isLoading }
    #expect(repository.loadCount == 2)
  }

  @Test("opens the selected employee by Enter and by a double click")
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

  @Test("can be clicked on rows and their pictures; a picture's target is its row's")
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
    #expect(frame.target(at: Point(x: 5, y: 0))?.name == "directory.search")
  }

  @Test("lets no control character of a name reach the screen")
  func sanitizes() async {
    let (viewModel, _) = await Self.loaded()
    let lines = draw(Self.screen(viewModel)).buffer.lines
    #expect(lines.contains { $0.contains("Herring") })
    for line in lines {
      #expect(!line.unicodeScalars.contains { $0.value < 0x20 || $0 == "\u{202E}" || $0.value == 0x7F })
    }
  }

  @Test("takes text for the search while its field is open, moves in the list meanwhile, and goes back to keys")
  func takesText() async {
    let (viewModel, _) = await Self.loaded()
    let screen = Self.screen(viewModel)
    #expect(!screen.isEnteringText)
    #expect(!screen.keyMap.perform(KeyPress(.escape)), "the key is the program's while there is no search")
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
    // Tab keeps what is found, and the field is taken up again where it was.
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

  @Test("groups, sorts, copies and scrolls by keys and wheel")
  func reacts() async {
    let (viewModel, _) = await Self.loaded()
    let effects = EffectsSpy()
    let screen = Self.screen(viewModel, effects: effects)
    _ = draw(screen)
    #expect(screen.keyMap.perform(.character("t")))
    #expect(viewModel.grouping == .type)
    #expect(screen.keyMap.perform(.character("s")))
    #expect(viewModel.sort == .team)
    #expect(screen.keyMap.perform(.character("t")))
    #expect(screen.keyMap.perform(.character("t")))
    #expect(viewModel.grouping == .team)
    #expect(screen.handle(.scroll(target: "directory.rows", index: nil, rows: 3)))
    #expect(screen.handle(.key(KeyPress(.end))))
    #expect(viewModel.rows.state.selection == 4)
    #expect(screen.keyMap.perform(.character("c")))
    #expect(effects.copied == ["boli@example.com"])
    #expect(!screen.handle(.key(.character("x"))))
  }

  @Test("loads photos for the rows that can be seen only, and gives them up when they are scrolled away")
  func loadsVisiblePhotos() async {
    let gate = Gate()
    let photos = FakePhotos(gate: gate)
    let people = (0..<100).map {
      employee("Person \(1000 + $0)", photo: "http://h/\(1000 + $0)", id: .numbered(UInt8($0)))
    }
    let (viewModel, _) = await Self.loaded(people)
    let screen = Self.screen(viewModel, photos: photos)
    // When the first page is drawn, again and again
    for _ in 0..<3 { _ = draw(screen) }
    await settle { photos.asked.count == 12 }
    // Then it asks for what is on it, once, and urgently for none
    #expect(Set(photos.asked) == Set((1000..<1012).map { "http://h/\($0)" }))
    // When the person goes to the end before anything has come
    _ = screen.handle(.key(KeyPress(.end)))
    _ = draw(screen)
    await settle { photos.asked.count == 25 }
    gate.open()
    await settle { photos.cancelled == 12 }
    // Then the first ones were given up, and are asked for again when they are seen again
    #expect(photos.cancelled == 12)
    #expect(photos.asked.count == 25)
    _ = screen.handle(.key(KeyPress(.home)))
    _ = draw(screen)
    await settle { photos.asked.count == 37 }
    #expect(photos.asked.count == 37)
    screen.disappear()
  }

  @Test("shows a placeholder at once and where a photo can't be had, and asks again for that after a refresh only")
  func showsPlaceholders() async throws {
    let photos = FakePhotos(missing: ["http://h/1"])
    let people = [
      employee("Ana One", photo: "http://h/1"), employee("Bo Two", photo: "broken"),
      employee("Cy Three", photo: "http://h/3"),
    ]
    let (viewModel, repository) = await Self.loaded(people)
    let screen = Self.screen(viewModel, photos: photos)
    let first = draw(screen).buffer.lines
    #expect(first.contains { $0.contains("AO") })
    #expect(first.contains { $0.contains("CT") })
    func count(_ address: String) -> Int { photos.asked.count { $0 == address } }
    await settle { !draw(screen).buffer.lines.contains { $0.contains("CT") } && photos.asked.count == 3 }
    let second = draw(screen).buffer.lines
    #expect(!second.contains { $0.contains("CT") }, "the photo takes the initials' place")
    #expect(second.contains { $0.contains("AO") })
    #expect(second.contains { $0.contains("BT") })
    for _ in 0..<5 { _ = draw(screen) }
    #expect(count("http://h/1") == 1)
    #expect(count("broken") == 1)
    #expect(count("http://h/3") == 1)
    photos.repair()
    _ = screen.keyMap.perform(.character("r"))
    await settle { repository.loadCount == 2 && !viewModel.state.isLoading }
    await settle { !draw(screen).buffer.lines.contains { $0.contains("AO") } && count("broken") == 2 }
    #expect(count("http://h/1") == 2)
    #expect(count("broken") == 2)
    #expect(count("http://h/3") == 1)
  }

  @Test("leaves pictures to a terminal that draws them itself")
  func placesImages() async {
    let (viewModel, _) = await Self.loaded()
    let screen = Self.screen(viewModel)
    let environment = RenderEnvironment(imageProtocol: .kitty)
    await settle { draw(screen, environment).images.count == 2 }
    #expect(draw(screen, environment).images.allSatisfy { $0.area.height == 1 && $0.area.maxX <= 4 })
  }
}
