import Basics
public import Components
import Foundation

/// One employee's page on the screen.
@MainActor
public final class EmployeeDetailScreen: Screen {
  static let photoTarget = "directory.photo"
  static let page = "directory.page"
  static let mailTarget = "directory.mail"
  static let phoneTarget = "directory.phone"

  let viewModel: EmployeeDetailViewModel
  let photos: ImageStore
  private let effects: any ScreenEffects
  var scroll = ScrollState()
  private var viewport: Viewport?

  init(viewModel: EmployeeDetailViewModel, photos: ImageStore, effects: any ScreenEffects) {
    self.viewModel = viewModel
    self.photos = photos
    self.effects = effects
  }

  /// The employee's name, where it is known.
  public var title: String { employee?.displayName ?? "Employee" }

  /// The reason why the list couldn't be loaded.
  public var failure: DirectoryProblem? { viewModel.state.problem }

  /// Whether the list is there and the employee is not in it.
  public var isUnknown: Bool {
    if case .loaded(nil) = viewModel.state { true } else { false }
  }

  /// While the list is on its way.
  public var isAnimating: Bool { viewModel.state.isLoading }

  /// Loads the list where a link led here.
  public func appear() {
    Task { await viewModel.loadIfNeeded() }
  }

  /// Loads the photo, and keeps how much of the page can be seen.
  public func didShow(_ frame: RenderedFrame) {
    viewport = frame.viewports[Self.page]
    photos.show(viewport == nil ? [] : [employee?.largePhoto?.text].compactMap { $0 }, in: .employeePage)
  }

  /// Gives up the photo that is on its way.
  public func disappear() { photos.show([], in: .employeePage) }

  var employee: Employee? { viewModel.state.value ?? nil }

  /// The keys and their commands.
  public var keyMap: KeyMap {
    let employee = employee
    return KeyMap(
      "Employee",
      [
        KeyBinding(
          .character("n"),
          KeyPress(.right),
          label: "next",
          explanation: "Shows the next employee",
          isEnabled: viewModel.canMove(by: 1)
        ) {
          [weak self] in self?.move(by: 1)
        },
        KeyBinding(
          .character("p"),
          KeyPress(.left),
          label: "previous",
          explanation: "Shows the previous employee",
          isEnabled: viewModel.canMove(by: -1)
        ) {
          [weak self] in self?.move(by: -1)
        },
        KeyBinding(
          .character("c"),
          label: "copy e-mail",
          explanation: "Copies the e-mail address",
          isEnabled: employee != nil
        ) { [weak self] in
          self?.copy(\.emailAddress)
        },
        KeyBinding(
          .character("t"),
          label: "copy phone",
          explanation: "Copies the phone number",
          isEnabled: employee?.phoneNumber != nil
        ) { [weak self] in
          self?.copy(\.phoneNumber)
        },
        KeyBinding(
          .character("v"),
          label: "save card",
          explanation: "Saves a vCard for address books",
          isEnabled: employee != nil
        ) { [weak self] in self?.exportCard() },
        KeyBinding(.character("m"), label: "mail", explanation: "Writes an e-mail", isEnabled: employee != nil) {
          [weak self] in self?.openMail()
        },
        KeyBinding(
          .character("o"),
          label: "photo",
          explanation: "Opens the photo outside the program",
          isEnabled: employee?.largePhoto?.url != nil
        ) { [weak self] in self?.openPhoto() },
        KeyBinding(
          .character("r"),
          KeyPress(.function(5)),
          label: "refresh",
          explanation: "Loads the directory anew",
          prominence: .help,
          isEnabled: !viewModel.state.isLoading
        ) { [weak self] in self?.refresh() },
      ]
    )
  }

  /// Scrolls, and what is clicked is done.
  public func handle(_ event: ScreenEvent) -> Bool {
    switch event {
    case .scroll(_, _, let rows):
      move(lines: rows)
    case .key(let press):
      switch (press.key, press.modifiers) {
      case (.up, []), (.character("k"), []): move(lines: -1)
      case (.down, []), (.character("j"), []): move(lines: 1)
      case (.pageUp, []): move(lines: -(viewport?.area.height ?? 0))
      case (.pageDown, []), (.character(" "), []): move(lines: viewport?.area.height ?? 0)
      case (.home, []), (.character("g"), []): scroll = ScrollState()
      case (.end, []), (.character("G"), []): move(lines: viewport?.content.height ?? 0)
      default: return false
      }
    case .click(Self.mailTarget, _, _, _): copy(\.emailAddress)
    case .click(Self.phoneTarget, _, _, _): copy(\.phoneNumber)
    case .click(Self.photoTarget, _, _, _): openPhoto()
    default: return false
    }
    return true
  }

  private func move(lines: Int) {
    guard let viewport else { return }
    scroll.scroll(by: Point(x: 0, y: lines), content: viewport.content, viewport: viewport.area.size)
  }

  private func move(by distance: Int) {
    viewModel.move(by: distance)
    scroll = ScrollState()
  }

  private func copy(_ value: KeyPath<Employee, String>) { copy(employee?[keyPath: value]) }

  private func copy(_ value: KeyPath<Employee, String?>) { copy(employee?[keyPath: value]) }

  private func copy(_ text: String?) {
    guard let text, !text.isEmpty else { return }
    effects.copy(text)
    effects.show(StyledText("Copied \(text)"), tone: .positive)
  }

  private func exportCard() {
    guard let employee else { return }
    let card = EmployeesExport([employee]).data(as: .vcard)
    effects.export(name: Self.fileName(for: employee), contents: Array(card))
  }

  private func openMail() {
    let allowed = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._~@+!$'*"))
    guard let address = employee?.emailAddress.addingPercentEncoding(withAllowedCharacters: allowed) else { return }
    effects.open(link: "mailto:\(address)")
  }

  private func openPhoto() {
    guard let url = employee?.largePhoto?.url else { return }
    effects.open(link: url.absoluteString)
  }

  private func refresh() {
    photos.forgetFailures()
    Task { await viewModel.refresh() }
  }

  /// A name that no file system minds: letters, digits and hyphens of the employee's.
  static func fileName(for employee: Employee) -> String {
    let words = employee.displayName.split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
    return (words.isEmpty ? "employee" : String(words.prefix(60))) + ".vcf"
  }
}
