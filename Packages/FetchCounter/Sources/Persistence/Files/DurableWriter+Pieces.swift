import Basics

extension DurableWriter {
  /// Starts writing a file (mode `0600` if new) whose content is too large for memory.
  public func begin(_ path: String) throws(Failure) -> Replacement {
    do throws(FileSystemError) {
      let (location, existing) = try target(path)
      let temporary = temporaryPath(for: location)
      let file = try disk.open(temporary, for: .creating(.privateFile))
      return Replacement(writer: self, location: location, existing: existing, temporary: temporary, file: file)
    } catch {
      throw .notWritten(error)
    }
  }

  /// A replacement for a file's content, written in pieces; it leaves no files behind if released before ``finish()``.
  public final class Replacement {
    private let writer: DurableWriter
    private let location: FileLocation
    private let existing: FileStatus?
    private let temporary: String
    private let file: FileDescriptor
    private var size = 0
    private var isOpen = true

    init(
      writer: DurableWriter,
      location: FileLocation,
      existing: FileStatus?,
      temporary: String,
      file: FileDescriptor
    ) {
      self.writer = writer
      self.location = location
      self.existing = existing
      self.temporary = temporary
      self.file = file
    }

    deinit { discard() }

    /// Appends bytes; an error discards the replacement.
    public func append(_ bytes: [UInt8]) throws(Failure) {
      precondition(isOpen, "a replacement was used after it had ended")
      do throws(FileSystemError) {
        try writer.disk.writeAll(bytes, to: file, at: size)
        size += bytes.count
      } catch {
        discard()
        throw .notWritten(error)
      }
    }

    /// Synchronizes the new content, and then replaces the file with it.
    public func finish() throws(Failure) {
      precondition(isOpen, "a replacement was used after it had ended")
      do throws(FileSystemError) {
        try writer.complete(file, like: existing)
        isOpen = false
      } catch {
        // A failed `close` also frees the descriptor.
        discard(closing: error.operation != .close)
        throw .notWritten(error)
      }
      try writer.putInPlace(temporary, as: location)
    }

    private func discard(closing needsClosing: Bool = true) {
      guard isOpen else { return }
      isOpen = false
      if needsClosing { writer.disk.closeQuietly(file) }
      writer.disk.unlinkQuietly(temporary)
    }
  }
}
