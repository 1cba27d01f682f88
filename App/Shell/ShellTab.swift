import Components
import Navigation
import Observation

/// One of the program's tabs: a stack of screens with its router.
@MainActor
@Observable
final class ShellTab {
  /// The name in the tab bar.
  let title: String
  /// What the names of its destinations begin with, up to their first dot.
  let family: String
  /// Where commands for it go.
  let queue: NavigationQueue

  /// What is shown; nil before the tab was first opened.
  private(set) var presentation: ScreenLayers<any Screen>?
  /// The titles of its pages, from the bottom.
  private(set) var path: [String] = []

  @ObservationIgnored private let makeRouter:
    @MainActor (NavigationQueue, @escaping @MainActor (ScreenLayers<any Screen>) -> Void)
      throws(RouterStartError) -> Router<any Screen>
  @ObservationIgnored private(set) var router: Router<any Screen>?
  @ObservationIgnored private var shown: (any Screen)?
  @ObservationIgnored private var isVisible = false

  /// Creates a tab; its first screen is made when it is first opened.
  init(
    title: String,
    family: String,
    makeRouter:
      @escaping @MainActor (NavigationQueue, @escaping @MainActor (ScreenLayers<any Screen>) -> Void)
      throws(RouterStartError) -> Router<any Screen>
  ) {
    self.title = title
    self.family = family
    self.makeRouter = makeRouter
    queue = NavigationQueue()
  }

  /// The screen that keys go to.
  var top: (any Screen)? { presentation?.top }

  /// Makes the router, if that has not been done.
  func open() throws(RouterStartError) {
    guard router == nil else { return }
    router = try makeRouter(queue) { [weak self] in self?.present($0) }
  }

  /// The tab is shown or hidden: its screens are told.
  func setVisible(_ isVisible: Bool) {
    guard isVisible != self.isVisible else { return }
    self.isVisible = isVisible
    if isVisible { shown?.appear() } else { shown?.disappear() }
  }

  private func present(_ presentation: ScreenLayers<any Screen>) {
    self.presentation = presentation
    path = pathTitles(presentation)
    let top = presentation.top
    guard top !== shown else { return }
    if isVisible { shown?.disappear() }
    shown = top
    if isVisible { top.appear() }
  }

  private func pathTitles(_ presentation: ScreenLayers<any Screen>) -> [String] {
    guard let router, router.stack.pageCount > 1 else { return [presentation.page.title] }
    // The pages below have titles of their own; their kinds are enough for a path.
    return [title] + [presentation.page.title]
  }
}
