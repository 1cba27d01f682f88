/// What the container has to show.
public struct ScreenLayers<Screen> {
  /// The top page.
  public let page: Screen
  /// Its popups, the topmost last.
  public let popups: [Screen]
  /// Whether going back would lead anywhere.
  public let canGoBack: Bool

  /// Where keys and clicks go: the topmost popup, or else the page.
  public var top: Screen { popups.last ?? page }
}
