import Basics
import Foundation
import Persistence

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A file that a command writes its result to, as somebody asked with `--output`.
struct ExportFile {
  let path: String

  /// Replaces the file's content in one step; a new file is readable by its owner only, one that is there keeps its mode.
  ///
  /// A pipe or a device, such as `/dev/stdout`, gets the bytes themselves: there is nothing to replace.
  func write(_ bytes: [UInt8]) throws(CommandFailure) {
    let content = try begin()
    try content.append(bytes)
    try content.finish()
  }

  /// Begins to write content that comes in pieces; until the end an existing file keeps what it holds.
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

  /// The content of an ``ExportFile`` as it is written; released before its end, it leaves a file as it was.
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

    /// Appends a piece.
    func append(_ bytes: [UInt8]) throws(CommandFailure) {
      switch target {
      case .file(let replacement):
        do throws(DurableWriter.Failure) { try replacement.append(bytes) } catch { throw file.failure(error) }
      case .device(let descriptor):
        do throws(StandardStream.WriteError) {
          try StandardStream.write(bytes, to: descriptor)
        } catch {
          // A reader that has seen enough is no failure.
          if error.errorNumber == EPIPE { Interruption.end(by: SIGPIPE) }
          throw file.notWritten(SystemErrorCode(rawValue: error.errorNumber))
        }
      }
    }

    /// Puts the content in place.
    func finish() throws(CommandFailure) {
      guard case .file(let replacement) = target else { return }
      do throws(DurableWriter.Failure) { try replacement.finish() } catch { throw file.failure(error) }
    }
  }

  /// Opens a pipe or a device; a pipe's reader may come a little later.
  private func opened() throws(CommandFailure) -> Int32 {
    let end = ContinuousClock.now + Self.readerLimit
    while true {
      let descriptor = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
      if descriptor >= 0 {
        // Only the opening must not wait: a slow reader is no failure.
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
        return descriptor
      }
      guard errno == ENXIO else { throw notWritten(SystemErrorCode(rawValue: errno)) }
      guard ContinuousClock.now < end else { throw notWritten("no program reads from it") }
      usleep(20_000)
    }
  }

  /// The time for which a pipe may stay without a reader.
  private static let readerLimit = Duration.seconds(5)

  private func failure(_ failure: DurableWriter.Failure) -> CommandFailure {
    switch failure {
    case .notWritten(let cause): notWritten(cause.code)
    case .notConfirmed(let cause):
      CommandFailure(
        exitCode: .failure,
        kind: "output",
        message:
          "'\(path)' is written, but the system does not confirm that it would survive a loss of power: \(cause.code)."
      )
    }
  }

  private func notWritten(_ code: SystemErrorCode) -> CommandFailure {
    notWritten("\(code)", cure: code.recoverySuggestion ?? "")
  }

  private func notWritten(_ reason: String, cure: String = "") -> CommandFailure {
    CommandFailure(
      exitCode: .failure,
      kind: "output",
      message: "'\(path)' can't be written: \(reason).",
      hint: cure.isEmpty ? "Name another file with --output." : "\(cure) Or name another file with --output."
    )
  }
}
