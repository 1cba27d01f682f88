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
  /// A missing file is created with mode 0600.
  @discardableResult
  func edit(_ change: (inout ConfigurationEdit) throws -> Bool) throws(CommandFailure) -> Bool {
    let file = try ConfigurationFile.read(path, isRequired: false)
    if storesSecret, file.isOpenToOthers {
      throw failure("other users can read it", hint: "Run 'chmod 600 \(path)' first.")
    }
    let content: Data
    do throws(InputFile.Failure) {
      let input = try InputFile(path, limit: ConfigurationFile.sizeLimit)
      // Writing would replace a device or a pipe with a file.
      guard input.isRegular else { throw InputFile.Failure("it isn't a regular file") }
      content = input.content
    } catch {
      guard error.errorNumber == ENOENT else { throw failure(error.reason, hint: error.recoverySuggestion) }
      content = Data("{}\n".utf8)
      try makeFolder()
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
      case .notWritten(let cause):
        throw failure(cause.code.description, hint: cause.code.recoverySuggestion)
      case .notConfirmed(let cause):
        console.inform("The change was made, but may not survive a power failure: \(cause.code). Check the disk.")
        return true
      }
    } catch {
      throw failure(codingProblem(error), hint: nil)
    }
  }

  private func makeFolder() throws(CommandFailure) {
    let folder = (path as NSString).deletingLastPathComponent
    guard !folder.isEmpty else { return }
    do throws(FileSystemError) {
      try FolderMaker.make(folder, in: LiveFileSystem())
    } catch {
      throw failure(
        error.code.description,
        hint: error.code.recoverySuggestion ?? "Check that you can write to \(folder)."
      )
    }
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
