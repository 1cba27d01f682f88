/// Whether the terminal's background is dark or light.
public enum Appearance: String, Hashable, Sendable, CaseIterable {
  /// Light text on a dark background.
  case dark
  /// Dark text on a light background.
  case light

  /// What the environment says, dark where it says nothing.
  ///
  /// `COLORFGBG` is `foreground;background` in indices of the sixteen colours, set by rxvt, Konsole and others;
  /// white and the bright colours except the dark grey count as light.
  public static func detected(environment: [String: String]) -> Appearance {
    guard let last = environment["COLORFGBG"]?.split(separator: ";").last, let background = Int(last) else {
      return .dark
    }
    return background == 7 || (9...15).contains(background) ? .light : .dark
  }
}
