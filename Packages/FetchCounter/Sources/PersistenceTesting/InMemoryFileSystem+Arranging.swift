public import Persistence

/// What tests prepare and look at, past all permissions and faults.
extension InMemoryFileSystem {
  /// Puts a file in place, durably, making folders as needed.
  ///
  /// - Parameters:
  ///   - bytes: The content.
  ///   - path: The path; an existing file keeps its identity and gets new content.
  ///   - mode: The permissions of a new file.
  public func place(_ bytes: [UInt8], at path: String, mode: FileMode = .privateFile) {
    state.withLock { $0.place(.file(bytes), at: path, mode: mode, owner: actor.owner) }
  }

  /// Puts a folder in place, durably, making those above it as needed.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - mode: The permissions.
  public func placeFolder(at path: String, mode: FileMode = .privateFolder) {
    state.withLock { $0.place(.folder, at: path, mode: mode, owner: actor.owner) }
  }

  /// Puts a symbolic link in place, durably.
  ///
  /// - Parameters:
  ///   - destination: The text of the link.
  ///   - path: The path of the link.
  public func placeLink(to destination: String, at path: String) {
    state.withLock { $0.place(.link(destination), at: path, mode: FileMode(rawValue: 0o777), owner: actor.owner) }
  }

  /// Puts a FIFO in place, durably.
  ///
  /// - Parameter path: The path.
  public func placeFIFO(at path: String) {
    state.withLock { $0.place(.special, at: path, mode: .privateFile, owner: actor.owner) }
  }

  /// The content of a file as programs see it, or `nil` when there is none; links are not followed.
  ///
  /// - Parameter path: The path.
  /// - Returns: The content.
  public func contents(at path: String) -> [UInt8]? {
    state.withLock { $0.contents(at: path) }
  }

  /// The names in a folder as programs see them, sorted; empty when there is no such folder.
  ///
  /// - Parameter path: The folder.
  /// - Returns: The names.
  public func names(in path: String) -> [String] {
    state.withLock { $0.names(in: path) }
  }

  /// Sets the permissions of what is at a path.
  ///
  /// - Parameters:
  ///   - mode: The permissions.
  ///   - path: The path.
  public func setMode(_ mode: FileMode, at path: String) {
    state.withLock { $0.setMode(mode, at: path) }
  }
}
