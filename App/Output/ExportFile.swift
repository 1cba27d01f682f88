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
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw notWritten(String(cString: strerror(errno)).lowercased()) }
    defer { close(descriptor) }
    do throws(StandardStream.WriteError) {
      try StandardStream.write(bytes, to: descriptor)
    } catch {
      // A reader that has seen enough is no failure.
      if error.errorNumber == EPIPE { Interruption.end(by: SIGPIPE) }
      throw notWritten(String(cString: strerror(error.errorNumber)).lowercased())
    }
  }

  private func notWritten(_ cause: String) -> CommandFailure {
    CommandFailure(
      exitCode: .failure,
      kind: "output",
      message: "'\(path)' can't be written: \(cause).",
      hint: "Name another file with --output."
    )
  }
}
