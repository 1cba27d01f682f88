import Persistence

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Creates files outside of the durable stores.
enum NewFile {
  /// Creates a file that must not exist yet, with mode 0600, for the owner of its folder.
  ///
  /// Otherwise a file that the administrator is the first to write in another user's folder would lock its owner out.
  ///
  /// - Parameters:
  ///   - path: The file's path. A link in its place, even to nothing, counts as an existing file.
  ///   - flags: More flags of `open(2)`, such as the access mode.
  /// - Returns: The file's descriptor; below zero after a failure, with the reason in `errno`.
  static func create(_ path: String, _ flags: Int32) -> Int32 {
    let descriptor = open(path, flags | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return descriptor }
    let disk = LiveFileSystem()
    let file = FileDescriptor(number: descriptor, path: path)
    // A failure stops nothing: the file then stays with its writer, who can use it.
    do throws(FileSystemError) {
      var status = try disk.status(of: file)
      if status.linkCount == 1 { try disk.giveToOwner(of: FileLocation.split(path).folder, file, &status) }
    } catch {}
    return descriptor
  }
}
