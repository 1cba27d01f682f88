import Basics
public import Components
import Foundation

/// The screen that shows an employee's page.
@MainActor
public final class EmployeeDetailScreen: Screen {
  static let photoTarget = "directory.photo"
  static let page = "directory.page"
  static let mailTarget = "directory.mail"
  static let phoneTarget = "directory.phone"

  let viewModel: EmployeeDetailViewModel
  let photos: ImageStore
  let menu = EmployeeMenu()
  private let effects: any ScreenEffects
  var scroll = ScrollState()
  private var viewport: Viewport?
  /// Whether the screen may send requests; a preview must wait until the selection has stopped moving.
  private var hasAppeared = false

  init(viewModel: EmployeeDetailViewModel, photos: ImageStore, effects: any ScreenEffects) {
    self.viewModel = viewModel
    self.photos = photos
    self.effects = effects
  }

  /// The employee's display name, or "Employee" until the list is loaded.
  public var title: String { employee?.displayName ?? "Employee" }

  /// The reason why the list couldn't be loaded.
  public var failure: DirectoryProblem? { viewModel.state.problem }

  /// Whether the list is loaded but doesn't contain the employee.
  public var isUnknown: Bool {
    if case .loaded(nil) = viewModel.state { true } else { false }
  }

  /// Whether the list is being loaded.
  public var isAnimating: Bool { viewModel.state.isLoading }

  /// Loads the photo, and also the list if a link opened the page.
  public func appear() {
    hasAppeared = true
    loadPhoto()
    viewModel.startLoadingIfNeeded()
  }

  /// Loads the photo if the page has appeared, and records the visible part of the page.
  public func didShow(_ frame: RenderedFrame) {
    viewport = frame.viewports[Self.page]
    loadPhoto()
  }

  /// Cancels loading the photo.
  public func disappear() {
    hasAppeared = false
    photos.show([], in: .employeePage)
  }

  private func loadPhoto() {
    guard hasAppeared else { return }
    photos.show(viewport == nil ? [] : [employee?.largePhoto?.text].compactMap { $0 }, in: .employeePage)
  }

  var employee: Employee? { viewModel.state.value ?? nil }

  /// The page's key bindings, or the open menu's key bindings.
  public var keyMap: KeyMap {
    if let keys = menu.keyMap { return keys }
    let hasEmployee = employee != nil
    return KeyMap(
      "Employee",
      [
        KeyBinding(
          .character("y"),
          label: "Copy",
          explanation: "Copy e-mail, phone, name, vCard or link",
          isEnabled: hasEmployee
        ) {
          [weak self] in self?.act { $0.copy([$1]) }
        },
        KeyBinding(
          .character("x"),
          label: "Export",
          explanation: "Export for phones or other programs",
          isEnabled: hasEmployee
        ) {
          [weak self] in self?.act { $0.export([$1]) }
        },
        KeyBinding(
          .character("n"),
          KeyPress(.right),
          .character("l"),
          label: "Next",
          explanation: "Show the next employee in the list",
          isEnabled: viewModel.canMove(by: 1)
        ) {
          [weak self] in self?.move(by: 1)
        },
        KeyBinding(
          .character("N"),
          KeyPress(.left),
          .character("h"),
          label: "Previous",
          explanation: "Show the previous employee in the list",
          isEnabled: viewModel.canMove(by: -1)
        ) {
          [weak self] in self?.move(by: -1)
        },
        KeyBinding(
          .character("o"),
          label: "Open",
          explanation: "Write an e-mail, or open the photo in another program",
          menu: [
            KeyChoice("Write an e-mail", isEnabled: hasEmployee) { [weak self] in self?.act { $0.mail([$1]) } },
            KeyChoice("Open the photo", isEnabled: photoLink != nil) { [weak self] in
              self?.openPhoto()
            },
          ]
        ),
        KeyBinding(
          .character("r"),
          KeyPress(.function(5)),
          label: "Reload",
          explanation: "Reload the directory",
          prominence: .help,
          isEnabled: !viewModel.state.isLoading
        ) { [weak self] in self?.reload() },
      ] + .scrolling
    )
  }

  /// Whether the list is being loaded.
  public var canCancelLoading: Bool { viewModel.state.isLoading }

  /// Cancels loading the list, and returns whether a load was in progress.
  public func cancelLoading() -> Bool { viewModel.cancelLoading() }

  /// Scrolls the page, or performs a clicked element's action.
  public func handle(_ event: ScreenEvent) -> Bool {
    if let isHandled = menu.handle(event) { return isHandled }
    switch event {
    case .scroll(_, _, let rows):
      move(lines: rows)
    case .key(let press):
      switch (press.key, press.modifiers) {
      case (.up, []), (.character("k"), []): move(lines: -1)
      case (.down, []), (.character("j"), []): move(lines: 1)
      case (.pageUp, []): move(lines: -(viewport?.area.height ?? 0))
      case (.pageDown, []): move(lines: viewport?.area.height ?? 0)
      case (.character("u"), .control): move(lines: -(viewport?.area.height ?? 0) / 2)
      case (.character("d"), .control): move(lines: (viewport?.area.height ?? 0) / 2)
      case (.home, []), (.character("g"), []): scroll = ScrollState()
      case (.end, []), (.character("G"), []): move(lines: viewport?.content.height ?? 0)
      default: return false
      }
    case .click(Self.mailTarget, _, _, _): copy(.emailAddress)
    case .click(Self.phoneTarget, _, _, _): copy(.phoneNumber)
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

  private func copy(_ text: EmployeeText) {
    if let text = employee.flatMap({ text.text(of: [$0]) }) { effects.copy(text) }
  }

  private func act(_ action: (EmployeeActions, Employee) -> Void) {
    if let employee { action(EmployeeActions(menu: menu, effects: effects), employee) }
  }

  /// The photo address, if it can be opened outside the program.
  private var photoLink: String? {
    guard let link = employee?.largePhoto?.url?.absoluteString, effects.canOpen(link: link) else { return nil }
    return link
  }

  private func openPhoto() {
    if let photoLink { effects.open(link: photoLink) }
  }

  private func reload() {
    photos.forgetFailures()
    viewModel.reload()
  }
}

extension ImageStore.Place {
  static let employeePage = Self("directory.page", side: 512, urgency: .content)
}
