import Components
import Foundation
import Terminal

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension Shell: ScreenEffects {
  /// Shows a short message.
  func show(_ message: StyledText, tone: Tone) { toasts.add(message, tone: tone) }

  /// Copies to the clipboard.
  func copy(_ text: String) {
    if runtime?.copy(text) == true {
      show("Copied, if the terminal allows it.", tone: .information)
    } else {
      show("This terminal can't copy.", tone: .warning)
    }
  }

  /// Tells the desktop, where the terminal can.
  func notify(title: String, message: String) { runtime?.notify(title: title, message: message) }

  /// Copies the link: a program in a terminal may run on another machine than the one with the browser.
  func open(link: String) {
    let scheme = link.prefix { $0 != ":" }.lowercased()
    guard ["http", "https", "mailto", "tel"].contains(scheme) else {
      show(StyledText("Links that begin with '\(scheme):' are not opened."), tone: .warning)
      return
    }
    if runtime?.copy(link) == true {
      show(StyledText("Copied \(link)"), tone: .information)
    } else {
      show(StyledText(link), tone: .information)
    }
  }

  /// Writes a new file with mode 0600.
  func export(name: String, contents: [UInt8]) {
    let safe = Self.fileName(name)
    let parts = safe.split(separator: ".", omittingEmptySubsequences: false)
    let stem = parts.count > 1 ? parts.dropLast().joined(separator: ".") : safe
    let ending = parts.count > 1 ? "." + (parts.last ?? "") : ""
    for number in 1...999 {
      let candidate = exportFolder.appending(path: number == 1 ? safe : "\(stem)-\(number)\(ending)")
      let descriptor = openNewFile(candidate.path)
      if descriptor < 0 {
        if errno == EEXIST { continue }
        let reason = String(cString: strerror(errno)).lowercased()
        show(StyledText("\(candidate.path) can't be written: \(reason)."), tone: .negative)
        return
      }
      let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      do {
        try file.write(contentsOf: contents)
        show(StyledText("Written to \(candidate.path)"), tone: .positive)
      } catch {
        unlink(candidate.path)
        show(StyledText("\(candidate.path) can't be written: \(SystemReason(error))."), tone: .negative)
      }
      return
    }
    show("There are too many files of that name.", tone: .negative)
  }

  /// A name without what could lead to another folder, hide the file or confuse a terminal.
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

private func openNewFile(_ path: String) -> Int32 {
  open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
}
