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
  /// The top page and its popups: a page under a popup stays visible.
  @ObservationIgnored private var shown: [any Screen] = []
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
    for screen in shown {
      if isVisible { screen.appear() } else { screen.disappear() }
    }
  }

  private func present(_ presentation: ScreenLayers<any Screen>) {
    let isNewPage = presentation.page !== self.presentation?.page
    self.presentation = presentation
    if isNewPage { path = pathTitles(presentation) }
    let before = shown
    shown = [presentation.page] + presentation.popups
    guard isVisible else { return }
    for screen in before where !shown.contains(where: { $0 === screen }) { screen.disappear() }
    for screen in shown where !before.contains(where: { $0 === screen }) { screen.appear() }
  }

  private func pathTitles(_ presentation: ScreenLayers<any Screen>) -> [String] {
    guard let router, router.stack.pageCount > 1 else { return [presentation.page.title] }
    // The pages below have titles of their own; their kinds are enough for a path.
    return [title] + [presentation.page.title]
  }
}
