import Basics
import Components
import Foundation
import Persistence

struct ExportFile {
  let path: String

  /// Asks before replacing an existing file.
  ///
  /// Pipes and devices are never replaced, so no question is needed for them. The function fails if the user declines
  /// or if there is no terminal for the question.
  func confirmReplacing(isForced: Bool, on console: Console) throws(CommandFailure) {
    var status = stat()
    guard !isForced, stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else { return }
    guard ConsolePrompt.isAvailable(on: console) else {
      throw CommandFailure(
        exitCode: .usage,
        kind: "file_exists",
        message: "'\(path)' already exists.",
        hint: "Replace it with --force, or choose another file with --output."
      )
    }
    guard ConsolePrompt("Replace “\(path.sanitized(.singleLine))”?").ask(on: console) else {
      throw CommandFailure(exitCode: .failure, kind: "declined", message: "Cancelled. '\(path)' is unchanged.")
    }
  }

  /// Replaces the file's content in one step; a pipe or a device receives the bytes directly.
  func write(_ bytes: [UInt8]) throws(CommandFailure) {
    let content = try begin()
    try content.append(bytes)
    try content.finish()
  }

  /// Begins to write content in parts; an existing file keeps its content until the new content is complete.
  func begin() throws(CommandFailure) -> Content {
    var status = stat()
    if stat(path, &status) == 0, ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) {
      return Content(self, .device(try opened()))
    }
    do throws(DurableWriter.Failure) {
      return Content(self, .file(try DurableWriter().begin(path)))
    } catch {
      throw failure(error)
    }
  }

  /// The new content of a file.
  ///
  /// If it is released before ``finish()``, the file stays unchanged.
  final class Content {
    fileprivate enum Target {
      case file(DurableWriter.Replacement)
      case device(Int32)
    }

    private let file: ExportFile
    private let target: Target

    fileprivate init(_ file: ExportFile, _ target: Target) {
      self.file = file
      self.target = target
    }

    deinit {
      if case .device(let descriptor) = target { close(descriptor) }
    }

    func append(_ bytes: [UInt8]) throws(CommandFailure) {
      switch target {
      case .file(let replacement):
        do throws(DurableWriter.Failure) { try replacement.append(bytes) } catch { throw file.failure(error) }
      case .device(let descriptor):
        do throws(StandardStream.WriteError) {
          try StandardStream.write(bytes, to: descriptor)
        } catch {
          // A reader that exits early isn't an error.
          if error.errorNumber == EPIPE { Interruption.end(by: SIGPIPE) }
          throw file.notWritten(error.code)
        }
      }
    }

    func finish() throws(CommandFailure) {
      guard case .file(let replacement) = target else { return }
      do throws(DurableWriter.Failure) { try replacement.finish() } catch { throw file.failure(error) }
    }
  }

  /// Opens a pipe or a device.
  ///
  /// For a pipe, this method waits briefly, because the reader may start a little later.
  private func opened() throws(CommandFailure) -> Int32 {
    let end = ContinuousClock.now + Self.readerLimit
    while true {
      let descriptor = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
      if descriptor >= 0 {
        // Opening must not wait, but writing may wait for a slow reader.
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
        return descriptor
      }
      guard errno == ENXIO else { throw notWritten(SystemErrorCode(rawValue: errno)) }
      guard ContinuousClock.now < end else { throw notWritten("no program is reading from it") }
      usleep(20_000)
    }
  }

  /// The maximum time to wait for a reader.
  private static let readerLimit = Duration.seconds(5)

  private func failure(_ failure: DurableWriter.Failure) -> CommandFailure {
    switch failure {
    case .notWritten(let cause): notWritten(cause.code)
    case .notConfirmed(let cause):
      CommandFailure(
        exitCode: .failure,
        kind: "output",
        message:
          "'\(path)' was written, but may not survive a power failure: \(cause.code)."
      )
    }
  }

  private func notWritten(_ code: SystemErrorCode) -> CommandFailure {
    notWritten(code.description, recoverySuggestion: code.recoverySuggestion)
  }

  private func notWritten(_ reason: String, recoverySuggestion: String? = nil) -> CommandFailure {
    CommandFailure(
      exitCode: .failure,
      kind: "output",
      message: "Couldn't write '\(path)': \(reason).",
      hint: recoverySuggestion.map { "\($0) Or choose another file with --output." }
        ?? "Choose another file with --output."
    )
  }
}

enum NewFile {
  /// Creates a new file with mode 0600 and the owner of its directory.
  ///
  /// The directory's owner can therefore read a file that an administrator created.
  static func create(_ path: String, _ flags: Int32) -> Int32 {
    let descriptor = open(path, flags | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return descriptor }
    let disk = LiveFileSystem()
    let file = FileDescriptor(number: descriptor, path: path)
    // If the owner can't be changed, the file belongs to the user who wrote it, and that user can read it.
    do throws(FileSystemError) {
      var status = try disk.status(of: file)
      if status.linkCount == 1 { try disk.giveToOwner(of: FileLocation.split(path).folder, file, &status) }
    } catch {}
    return descriptor
  }
}
