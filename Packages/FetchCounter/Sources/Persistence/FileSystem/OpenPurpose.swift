/// What a file is opened for; it decides the flags of `open(2)`.
public enum OpenPurpose: Sendable, Hashable {
  /// Reading an existing file; never blocks on a FIFO or a device (`O_RDONLY | O_NONBLOCK`).
  case reading
  /// Writing a file that must not exist yet, created with the given permission bits (`O_WRONLY | O_CREAT | O_EXCL`).
  case creating(FileMode)
  /// Reading, writing and locking a file that is created when missing (`O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK`).
  case updating(FileMode)
  /// Synchronising the entries of a folder (`O_RDONLY | O_DIRECTORY`).
  case folder
  /// Changing the owner of a folder that was just created (`O_RDONLY | O_DIRECTORY | O_NOFOLLOW`).
  ///
  /// The owner of the folder above could have put a link in its place.
  case newFolder
}
