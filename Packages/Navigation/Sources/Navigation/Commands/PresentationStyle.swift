/// How an entry is shown.
public enum PresentationStyle: String, Sendable, Codable, CaseIterable {
  /// It fills the container and replaces what was shown.
  case page
  /// It lies over the top page, which stays visible.
  case popup
}

/// Where a path of targets begins.
public enum PathBase: String, Sendable, Codable, CaseIterable {
  /// Above the root that is there. When the path begins with the root's own place, the root is its beginning.
  case home
  /// At the bottom: the path's first target is the root.
  case root
}
