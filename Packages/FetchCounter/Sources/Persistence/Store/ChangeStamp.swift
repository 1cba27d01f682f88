import Basics

/// What is compared to notice that a file has changed.
///
/// A store's write makes a new file, so at least its number differs; an editor that writes in place changes the
/// length or the time.
enum ChangeStamp: Sendable, Hashable {
  case file(device: UInt64, inode: UInt64, size: Int, modified: Int64)
  case failed(SystemErrorCode)

  init(_ status: FileStatus) {
    self = .file(device: status.device, inode: status.inode, size: status.size, modified: status.modified)
  }
}
