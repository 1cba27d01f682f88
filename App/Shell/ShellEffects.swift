import Components
import Foundation
import Observation
import Terminal

/// The effects that screens request: toasts, the clipboard, links and exported files.
@MainActor
final class ShellEffects: ScreenEffects {
  let toasts: ToastQueue
  let questions = ShellQuestions()
  let changes = UndoStack()
  var undoKey: KeyPress? = .character("u")
  /// The running program; `nil` before it runs, and for screens without a terminal.
  weak var runtime: AppRuntime?
  /// A function called after data has changed or a change has been undone.
  ///
  /// The shell sets it.
  var didChangeData: @MainActor () -> Void = {}
  /// A function that returns the title of the visible screen.
  ///
  /// The shell sets it.
  var screenTitle: @MainActor () -> String? = { nil }
  /// The title of the screen on which the current action was started; `nil` outside an action.
  ///
  /// An action that takes time can end while another screen is visible.
  @TaskLocal static var actionScreen: String?
  /// A function that opens a menu above the screens.
  ///
  /// The shell sets it.
  var openMenu: @MainActor (_ title: String, _ choices: [KeyChoice], _ selected: Int) -> Void = { _, _, _ in }
  private let exportFolder: URL

  init(exportFolder: URL, clock: any Clock<Duration>) {
    self.exportFolder = exportFolder
    toasts = ToastQueue(clock: clock)
  }

  func show(_ message: StyledText, tone: Tone) { toasts.add(message, tone: tone) }

  func show(_ message: StyledText, tone: Tone, link: String) { toasts.add(message, tone: tone, link: link) }

  func copy(_ text: String) {
    if runtime?.copy(text) == true {
      show(StyledText("Copied \(Self.summary(of: text))"), tone: .positive)
    } else {
      show("This terminal doesn't support copying. Select the text instead.", tone: .warning)
    }
  }

  /// Returns a description of copied text for a toast: the line, truncated if it is long, or the number of lines.
  static func summary(of text: String) -> String {
    let lines = text.split(whereSeparator: \.isNewline)
    if lines.count > 1 { return "\(lines.count) lines" }
    return text.count > 60 ? text.prefix(59) + "…" : text
  }

  func confirm(_ question: String, explanation: String, confirm: String) async -> Bool {
    await questions.ask(question, explanation, answers: ["Cancel", confirm], tone: .warning) == 1
  }

  func choose(_ title: String, among choices: [KeyChoice], selected: Int) { openMenu(title, choices, selected) }

  func didChange(_ message: StyledText, undo: @escaping @MainActor () async -> String?) {
    changes.add(message, on: Self.actionScreen ?? screenTitle(), undo: undo)
    didChangeData()
    let offer = undoKey.map { " \($0) to undo" } ?? ""
    toasts.add(message + StyledText(offer), tone: .positive, offersUndo: true)
  }

  func undo() {
    toasts.removeUndoOffers()
    changes.undo(on: screenTitle()) { [weak self] message, tone in
      self?.show(message, tone: tone)
      self?.didChangeData()
    }
  }

  func notify(title: String, message: String) { runtime?.notify(title: title, message: message) }

  /// Returns whether a link can be opened outside the program.
  ///
  /// Links to the built-in services can't, because only the program can reach them.
  func canOpen(link: String) -> Bool { URL(string: link)?.host() != SampleServicesTransport.host }

  /// Copies the link instead of opening it, because the browser may run on another machine.
  func open(link: String) {
    let scheme = link.prefix { $0 != ":" }.lowercased()
    guard ["http", "https", "mailto", "tel"].contains(scheme) else {
      show(StyledText("Links that begin with '\(scheme):' can't be opened."), tone: .warning)
      return
    }
    show(StyledText(runtime?.copy(link) == true ? "Copied \(link)" : link), tone: .information)
  }

  /// Writes a new file with mode 0600, and never replaces an existing file.
  func export(name: String, contents: [UInt8]) {
    let safe = Self.fileName(name)
    let parts = safe.split(separator: ".", omittingEmptySubsequences: false)
    let stem = parts.count > 1 ? parts.dropLast().joined(separator: ".") : safe
    let ending = parts.count > 1 ? "." + (parts.last ?? "") : ""
    for number in 1...999 {
      let path = exportFolder.appending(path: number == 1 ? safe : "\(stem)-\(number)\(ending)").path
      let descriptor = NewFile.create(path, O_WRONLY)
      if descriptor < 0, errno == EEXIST { continue }
      do throws(StandardStream.WriteError) {
        guard descriptor >= 0 else { throw StandardStream.WriteError(errorNumber: errno) }
        defer { close(descriptor) }
        try StandardStream.write(contents, to: descriptor)
        show(StyledText("Saved to \(path)"), tone: .positive)
      } catch {
        if descriptor >= 0 { unlink(path) }
        show(StyledText("Couldn't write \(path): \(error.code)."), tone: .negative)
      }
      return
    }
    show("Too many files have that name.", tone: .negative)
  }

  /// Returns a name without characters that lead to another directory, hide the file or confuse a terminal.
  static func fileName(_ name: String) -> String {
    let kept = name.map { character in
      character.isLetter || character.isNumber || " .-_".contains(character) ? character : "-"
    }
    let trimmed = String(kept).trimmingCharacters(in: CharacterSet(charactersIn: " .-"))
    var limited = trimmed
    while limited.utf8.count > 100 { limited.removeLast() }
    return limited.isEmpty ? "export" : limited
  }
}

/// A queue of toasts, each shown for a few seconds, with the newest at the bottom.
@MainActor
@Observable
final class ToastQueue {
  struct Message: Identifiable {
    let id: Int
    let text: StyledText
    let tone: Tone
    let offersUndo: Bool
    /// The link to open when the message is clicked; `nil` if a click only removes the message.
    let link: String?
  }

  static let limit = 3

  private(set) var messages: [Message] = []
  @ObservationIgnored private let duration: Duration
  @ObservationIgnored private let clock: any Clock<Duration>
  @ObservationIgnored private var lastID = 0

  /// Creates a queue; errors are shown twice as long as other messages.
  init(showing duration: Duration = .seconds(4), clock: any Clock<Duration>) {
    self.duration = duration
    self.clock = clock
  }

  func add(_ text: StyledText, tone: Tone, offersUndo: Bool = false, link: String? = nil) {
    // A repeated message only restarts its timer. Only the latest change can be undone next, so older undo offers are
    // removed.
    messages.removeAll { $0.text == text || offersUndo && $0.offersUndo }
    lastID += 1
    let id = lastID
    messages.append(Message(id: id, text: text, tone: tone, offersUndo: offersUndo, link: link))
    if messages.count > Self.limit { messages.removeFirst(messages.count - Self.limit) }
    let time = tone == .negative ? duration * 2 : duration
    Task { [weak self, clock] in
      // A cancelled wait only shortens the display time.
      try? await clock.sleep(for: time)
      self?.messages.removeAll { $0.id == id }
    }
  }

  func removeUndoOffers() { messages.removeAll(where: \.offersUndo) }

  /// Removes the clicked message, and returns its link.
  func dismiss(at index: Int) -> String? {
    messages.indices.contains(index) ? messages.remove(at: index).link : nil
  }
}
