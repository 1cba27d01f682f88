import BasicsTesting
import Components
import Foundation
import Navigation
import NavigationTesting
import Testing

@testable import Directory

@Suite("Employee page")
@MainActor
struct EmployeeDetailScreenTests {
  private static let people = [
    employee(
      "Ana María Ñandú",
      team: "Core",
      mail: "ana+x@example.com",
      phone: "5556661234",
      biography:
        "Likes tea, and writes long sentences about it that have to be wrapped somewhere, whatever the width is.",
      photo: "http://h/1",
      id: .numbered(1)
    ),
    employee("Bo Li", team: "Web", type: .contractor, id: .numbered(2)),
    employee("Cy", team: "Core", type: .partTime, id: .numbered(3)),
  ]

  private struct Scene {
    let repository: FakeEmployees
    let list: EmployeeListViewModel
    let screen: EmployeeDetailScreen
    let effects: EffectsSpy
    let photos: FakePhotos
    var moves: () -> [UUID]
  }

  @MainActor private final class Moves { var ids: [UUID] = [] }

  private func scene(_ id: UUID = .numbered(1), people: [Employee] = people, loads: Bool = true) async -> Scene {
    let repository = FakeEmployees(people)
    let list = EmployeeListViewModel(loadEmployees: LoadEmployees(repository: repository))
    if loads { await list.load() }
    let (effects, photos, moves) = (EffectsSpy(), FakePhotos(), Moves())
    let viewModel = EmployeeDetailViewModel(id: id, list: list) { moves.ids.append($0) }
    let screen = EmployeeDetailScreen(
      viewModel: viewModel,
      photos: photos.store,
      effects: effects
    )
    return Scene(repository: repository, list: list, screen: screen, effects: effects, photos: photos) { moves.ids }
  }

  private func draw(_ screen: EmployeeDetailScreen, width: Int = 80, height: Int = 20) -> RenderedFrame {
    let size = Size(width: width, height: height)
    return screen.frame(size: size, in: RenderEnvironment())
  }

  @Test("matches the golden files for the employee page in every state")
  func looks() async throws {
    try GoldenScreens.expect(await scene().screen, matches: "Detail")
    try GoldenScreens.expectPictures(await scene().screen, match: "Detail")
    try GoldenScreens.expect(await scene(.numbered(2)).screen, matches: "Detail-sparse")
    try GoldenScreens.expect(await scene(.numbered(9)).screen, matches: "Detail-unknown")
    let failing = await scene(loads: false)
    try GoldenScreens.expect(failing.screen, matches: "Detail-loading")
    failing.repository.fail(.unreadableFile(path: "list.json", reason: "permission denied"))
    await failing.list.load()
    try GoldenScreens.expect(failing.screen, matches: "Detail-failed")
  }

  @Test("limits lines in the list of colleagues on an employee page to 90 columns")
  func namesColleagues() async {
    let people = (0..<20).map {
      employee("Person \(100 + $0)", team: $0 < 12 ? "Core" : "Web", id: .numbered(UInt8($0 + 1)))
    }
    let scene = await scene(people: people)
    let lines = draw(scene.screen, width: 106, height: 56).buffer.lines
    #expect(lines.contains { $0.hasSuffix("Also in Core") })
    #expect(lines.contains { $0.hasSuffix("Person 108") })
    #expect(lines.contains { $0.hasSuffix("and 3 more") })
    #expect(!lines.contains { $0.contains("Person 112") })
    let alone = draw(await self.scene(.numbered(2)).screen).buffer.lines
    #expect(!alone.contains { $0.contains("Also in") })
  }

  @Test("loads the list when a link opens an employee page, and then shows the employee")
  func loadsByLink() async {
    let scene = await scene(loads: false)
    #expect(scene.screen.title == "Employee")
    #expect(!scene.screen.keyMap.hints.contains { $0.key == "n" })
    scene.screen.appear()
    await settle { scene.list.list != nil }
    #expect(scene.screen.title == "Ana María Ñandú")
    #expect(scene.repository.loadCount == 1)
  }

  @Test("moves to the next and previous employee in the arranged list and stops at either end")
  func moves() async {
    let scene = await scene()
    let map = { scene.screen.keyMap }
    #expect(map().perform(.character("n")))
    #expect(scene.screen.title == "Cy")
    #expect(scene.list.rows.selectedID == .numbered(3))
    #expect(map().perform(KeyPress(.right)))
    #expect(scene.screen.title == "Bo Li")
    #expect(map().perform(KeyPress(.right)))
    #expect(scene.screen.title == "Bo Li")
    #expect(map().perform(.character("N")))
    #expect(map().perform(KeyPress(.left)))
    #expect(scene.screen.title == "Ana María Ñandú")
    #expect(!map().hints.contains { $0.key == "N" })
    #expect(map().hints.contains { $0.key == "n" })
    #expect(scene.moves() == [.numbered(3), .numbered(2), .numbered(3), .numbered(1)])
    // A search in the list determines the next employee.
    scene.list.editSearch { $0.insert("team:web") }
    #expect(map().perform(.character("n")))
    #expect(scene.screen.title == "Bo Li")
  }

  @Test("copies values, opens e-mails and links, and exports the employee")
  func acts() async throws {
    let scene = await scene()
    _ = draw(scene.screen)
    let keys = { (press: KeyPress) in #expect(scene.screen.keyMap.perform(press)) }
    keys(.character("y"))
    keys(KeyPress(.enter))
    keys(.character("y"))
    #expect(scene.screen.handle(.key(KeyPress(.end))))
    keys(KeyPress(.enter))
    #expect(scene.effects.copied == ["ana+x@example.com", "directory/\(UUID.numbered(1).uuidString.lowercased())"])
    let choices = try #require(scene.screen.keyMap.binding(for: .character("o"))).choices
    #expect(choices.map(\.label) == ["Write an e-mail", "Open the photo"])
    for choice in choices { choice.perform() }
    #expect(scene.effects.opened == ["mailto:ana+x@example.com", "http://h/1"])
    scene.effects.closedPrefix = "http://h/"
    let openable = scene.screen.keyMap.binding(for: .character("o"))?.enabledChoices.map(\.label)
    #expect(openable == ["Write an e-mail"], "a photo of the service inside the program isn't offered")
    keys(.character("x"))
    keys(KeyPress(.enter))
    let card = try #require(scene.effects.exported.first)
    #expect(card.name == "Ana-María-Ñandú.vcf")
    #expect(
      String(decoding: card.contents, as: UTF8.self).hasPrefix("BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ana María Ñandú\r\n")
    )
    #expect(scene.screen.handle(.click(target: "directory.mail", index: nil, at: .zero, count: 1)))
    #expect(scene.screen.handle(.click(target: "directory.phone", index: nil, at: .zero, count: 1)))
    #expect(scene.effects.copied.suffix(2) == ["ana+x@example.com", "5556661234"])
  }

  @Test("offers no actions for missing employee values")
  func hasNothing() async {
    let scene = await scene(.numbered(2))
    let choices = scene.screen.keyMap.binding(for: .character("o"))?.enabledChoices.map(\.label)
    #expect(choices == ["Write an e-mail"])
    #expect(scene.screen.keyMap.perform(.character("y")))
    #expect(!draw(scene.screen).buffer.lines.contains { $0.contains("Phone number") })
  }

  @Test(
    "removes path separators and control characters from export file names",
    arguments: [
      ("../../etc/passwd", "etc-passwd"), ("\u{1B}[31m/\\:*?\"<>|", "31m"), ("…", "employee"), ("李小龙", "李小龙"),
      (String(repeating: "x", count: 500), String(repeating: "x", count: 60)),
    ]
  )
  func namesFiles(name: String, file: String) {
    #expect(EmployeeActions.fileName(for: employee(name)) == file)
  }

  @Test("requests the large photo with high urgency once the page appears, and shows it in place of the initials")
  func showsThePhoto() async {
    let scene = await scene()
    #expect(draw(scene.screen).buffer.lines.contains { $0.contains("AÑ") })
    #expect(scene.photos.asked.isEmpty, "a preview sends no request before it appears")
    scene.screen.appear()
    await settle { !draw(scene.screen).buffer.lines.contains { $0.contains("AÑ") } }
    #expect(!draw(scene.screen).buffer.lines.contains { $0.contains("AÑ") })
    #expect(scene.photos.asked == ["http://h/1!"])
  }

  @Test("scrolls the employee page with keys and the mouse wheel, and returns to the top for the next employee")
  func scrolls() async {
    let long = employee("Ana", biography: String(repeating: "word ", count: 2_000), id: .numbered(1))
    let scene = await scene(people: [long, employee("Bo", id: .numbered(2))])
    let top = draw(scene.screen).buffer.lines
    #expect(top.contains { $0.contains("Ana") })
    #expect(scene.screen.handle(.key(KeyPress(.end))))
    #expect(draw(scene.screen).buffer.lines != top)
    #expect(scene.screen.handle(.key(KeyPress(.home))))
    #expect(draw(scene.screen).buffer.lines == top)
    #expect(scene.screen.handle(.scroll(target: nil, index: nil, rows: 5)))
    #expect(draw(scene.screen).buffer.lines != top)
    #expect(scene.screen.keyMap.perform(.character("n")))
    #expect(draw(scene.screen).buffer.lines.contains { $0.contains("Bo") })
  }
}

@Suite("Directory destinations")
@MainActor
struct DirectoryCoordinatorTests {
  @MainActor private final class Shown { var last: ScreenLayers<any Screen>? }

  private func router(_ people: [Employee]) throws -> (Router<any Screen>, NavigationQueue, Shown) {
    let shown = Shown()
    let queue = NavigationQueue()
    let coordinator = DirectoryCoordinator(
      loadEmployees: LoadEmployees(repository: FakeEmployees(people)),
      photos: FakePhotos().store,
      source: queue,
      effects: EffectsSpy()
    )
    let router = try Router(try DestinationRegistry([coordinator]), home: EmployeeListDestination(), queue: queue) {
      shown.last = $0
    }
    return (router, queue, shown)
  }

  @Test("opens an employee's page above the list from a link")
  func open() async throws {
    let (router, queue, shown) = try router([employee("Ana", id: .numbered(1)), employee("Bo", id: .numbered(2))])
    _ = await queue.perform(.open(link: "directory/00000000-0000-4000-8000-000000000002"))
    let page = try #require(shown.last?.top as? EmployeeDetailScreen)
    #expect(router.stack.pages.count == 2)
    page.appear()
    await settle { page.title == "Bo" }
    #expect(page.title == "Bo")
    // The page shows another employee, so its link changes, too.
    #expect(page.keyMap.perform(.character("N")))
    _ = await queue.perform(.push(EmployeeDetailDestination(.numbered(1))))
    #expect(router.stack.pages.count == 2)
    #expect(page.title == "Ana")
    _ = await queue.perform(.back())
    #expect(router.stack.pages.count == 1)
  }

  @Test(
    "rejects a directory link without a valid identifier",
    arguments: ["directory/x", "directory/00000000-0000-4000-8000-00000000000"]
  )
  func refuse(link: String) async throws {
    let (router, queue, _) = try router([employee("Ana")])
    _ = await queue.perform(.open(link: link))
    #expect(router.stack.pages.count == 1)
  }
}
