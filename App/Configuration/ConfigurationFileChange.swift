import Basics
import Foundation
import Persistence

/// A change to the configuration file that is written completely or not at all.
struct ConfigurationFileChange {
  let path: String
  /// Whether the change stores a secret, which must not be in a file that other users can read.
  let storesSecret: Bool
  let console: Console

  /// Edits the file with a closure that returns whether to write the result; returns whether the file was written.
  ///
  /// A missing file is created with mode 0600. Other processes that change the file wait until the change is written.
  @discardableResult
  func edit(_ change: (inout ConfigurationEdit) throws -> Bool) throws(CommandFailure) -> Bool {
    let disk = LiveFileSystem()
    let location = try location(in: disk)
    let lock = try lock(location, in: disk)
    defer { lock.release() }
    // A killed process can have left a copy with a secret. Removing it is tried again by the next change.
    do throws(FileSystemError) { try TemporaryFiles.sweep(location, in: disk) } catch {}
    return try editLocked(change)
  }

  /// Returns the file's location, or throws an error if writing would replace a device or a pipe with a file.
  private func location(in disk: LiveFileSystem) throws(CommandFailure) -> FileLocation {
    do throws(FileSystemError) {
      let location = try FileLocation(path: path).resolved(in: disk)
      if try disk.status(at: location.path).kind == .file { return location }
    } catch {
      guard error.code == .notFound else { throw failure(error.code) }
      return FileLocation(path: path)
    }
    throw failure("it isn't a regular file", hint: "Check the path.")
  }

  private func lock(_ location: FileLocation, in disk: LiveFileSystem) throws(CommandFailure) -> HeldLock {
    do throws(FileLock.Failure) {
      return try FileLock(fileSystem: disk).acquire(for: location, timeout: .seconds(10))
    } catch {
      switch error {
      case .system(let cause): throw failure(cause.code)
      case .timeout(let holder, _):
        let holder = holder?.description ?? "another process"
        throw failure(
          "\(holder) has kept it locked for 10 s",
          hint: "Try again when that program has finished, or quit it."
        )
      }
    }
  }

  private func editLocked(_ change: (inout ConfigurationEdit) throws -> Bool) throws(CommandFailure) -> Bool {
    let file = try ConfigurationFile.read(path, isRequired: false)
    if storesSecret, file.isOpenToOthers {
      throw failure("other users can read it", hint: "Run 'chmod 600 \(path)' first.")
    }
    let content: Data
    do throws(InputFile.Failure) {
      content = try InputFile(path, limit: ConfigurationFile.sizeLimit).content
    } catch {
      guard error.isMissing else { throw failure(error.reason, hint: error.recoverySuggestion) }
      content = Data("{}\n".utf8)
    }
    do {
      var edit = ConfigurationEdit(content.isEmpty ? Data("{}\n".utf8) : content)
      guard try change(&edit) else { return false }
      _ = try ConfigurationFile(Data(edit.text), path: path, isOpenToOthers: file.isOpenToOthers)
      try DurableWriter().write(edit.text, to: path)
      return true
    } catch let error as CommandFailure {
      throw error
    } catch let error as DurableWriter.Failure {
      switch error {
      case .notWritten(let cause): throw failure(cause.code)
      case .notConfirmed(let cause):
        console.inform("The change was made, but may not survive a power failure: \(cause.code). Check the disk.")
        return true
      }
    } catch {
      throw failure(codingProblem(error), hint: nil)
    }
  }

  private func failure(_ code: SystemErrorCode) -> CommandFailure {
    let folder = FileLocation.split(path).folder
    return failure(code.description, hint: code.recoverySuggestion ?? "Check that you can write to \(folder).")
  }

  private func failure(_ reason: String, hint: String?) -> CommandFailure {
    CommandFailure(
      exitCode: .usage,
      kind: "configuration",
      message: "Couldn't change the configuration file \(path): \(reason).",
      hint: hint
    )
  }
}
