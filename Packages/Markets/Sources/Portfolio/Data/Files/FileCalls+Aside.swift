import Foundation

extension FileCalls {
  /// How many names are tried before it counts as an error that they are all taken.
  private var nameLimit: Int { 1_000 }

  /// Writes bytes durably into a new file beside another one, named after it (`ledger.jsonl.torn-1`).
  ///
  /// - Parameters:
  ///   - bytes: The content.
  ///   - place: The file that they come from.
  ///   - suffix: What the name says of them.
  /// - Returns: The path of the new file.
  /// - Throws: `FileFailure`; there is no new file then.
  func writeAside(_ bytes: [UInt8], of place: FilePlace, _ suffix: String) throws(FileFailure) -> String {
    var number = 1
    while true {
      let path = "\(place.path).\(suffix)-\(number)"
      do throws(FileFailure) {
        try writeNew(bytes, path)
        try synchronizeFolder(place.folder)
        return path
      } catch {
        guard error.code == EEXIST, number < nameLimit else { throw error }
        number += 1
      }
    }
  }

  /// Creates a file whose content is on disk when this returns; on an error there is none.
  func writeNew(_ bytes: [UInt8], _ path: String) throws(FileFailure) {
    let file = try retried { () throws(FileFailure) in try open(path, for: .creating) }
    do throws(FileFailure) {
      defer { close(file) }
      try writeAll(bytes, to: file, path, at: 0)
      try retried { () throws(FileFailure) in try synchronize(file, path) }
    } catch {
      do throws(FileFailure) { try unlink(path) } catch {}
      throw error
    }
  }
}
