/// What a screen may ask of the program around it, apart from moving to other screens.
@MainActor
public protocol ScreenEffects: AnyObject {
  /// Shows a short message above the screen for a while.
  func show(_ message: StyledText, tone: Tone)

  /// Copies a text to the clipboard of the person's machine, where the terminal allows it (OSC 52).
  func copy(_ text: String)

  /// Rings, and tells the desktop where the terminal can (OSC 9, OSC 777, or OSC 99); nothing is waited for.
  func notify(title: String, message: String)

  /// Opens a link outside the program, or copies it and says so where there is nothing to open it with.
  ///
  /// Only `http`, `https`, `mailto` and `tel` links are opened; others are refused with a message.
  func open(link: String)

  /// Writes a file for the person, never over one that exists, and says where.
  ///
  /// - Parameters:
  ///   - name: What it should be called; a number is added when there is such a file.
  ///   - contents: What is written.
  func export(name: String, contents: [UInt8])
}
