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
    var status = stat()
    if stat(path, &status) == 0, ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) {
      return try stream(bytes)
    }
    do throws(DurableWriter.Failure) {
      try DurableWriter().write(bytes, to: path)
    } catch {
      switch error {
      case .notWritten(let cause): throw notWritten("\(cause)")
      case .notConfirmed(let cause):
        throw CommandFailure(
          exitCode: .failure,
          kind: "output",
          message:
            "'\(path)' is written, but the system does not confirm that it would survive a loss of power: \(cause)."
        )
      }
    }
  }

  private func stream(_ bytes: [UInt8]) throws(CommandFailure) {
    let descriptor = try opened()
    defer { close(descriptor) }
    do throws(StandardStream.WriteError) {
      try StandardStream.write(bytes, to: descriptor)
    } catch {
      // A reader that has seen enough is no failure.
      if error.errorNumber == EPIPE { Interruption.end(by: SIGPIPE) }
      throw notWritten(String(cString: strerror(error.errorNumber)).lowercased())
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
      guard errno == ENXIO else { throw notWritten(String(cString: strerror(errno)).lowercased()) }
      guard ContinuousClock.now < end else { throw notWritten("no program reads from it") }
      usleep(20_000)
    }
  }

  /// How long a pipe may stay without a reader.
  private static let readerLimit = Duration.seconds(5)

  private func notWritten(_ cause: String) -> CommandFailure {
    CommandFailure(
      exitCode: .failure,
      kind: "output",
      message: "'\(path)' can't be written: \(cause).",
      hint: "Name another file with --output."
    )
  }
}
