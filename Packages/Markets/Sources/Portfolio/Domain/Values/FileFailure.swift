import Foundation

/// A file operation that the system refused: which one, on which path, with which code.
public struct FileFailure: Error, Sendable, Hashable {
  /// What was being done, as a verb: `open`, `write`.
  public let operation: String
  /// The path that it was done to.
  public let path: String
  /// The system's code (`errno`).
  public let code: Int32

  /// Creates a failure.
  ///
  /// - Parameters:
  ///   - operation: What was being done, as a verb.
  ///   - path: The path that it was done to.
  ///   - code: The system's code.
  public init(operation: String, path: String, code: Int32) {
    self.operation = operation
    self.path = path
    self.code = code
  }
}

extension FileFailure: CustomStringConvertible {
  /// A clause such as `could not write "/data/ledger.jsonl": No space left on device`.
  public var description: String {
    "could not \(operation) \"\(path.printable)\": \(String(cString: strerror(code)))"
  }
}

extension FileFailure {
  /// The failure in a sentence that names the file already: without the path, which can be that of a temporary file.
  var clause: String { "could not \(operation) it: \(String(cString: strerror(code)))" }

  /// What can be done about it, as a sentence.
  var cure: String {
    switch code {
    case EROFS: "Use a folder on a file system that can be written."
    case ENOSPC: "Free some space and try again."
    case EDQUOT: "Delete something of yours, or ask for a larger quota, and try again."
    case EACCES, EPERM: "Check the owner and the permissions of the file and its folder."
    case EISDIR: "Move or remove the folder that is in the place of the file."
    default: "Check the disk, and try again."
    }
  }
}
