import Basics
import Foundation
import Persistence
import Testing

@Suite("Store error messages")
struct ErrorTextTests {
  static let path = "/data/count.json"
  static let errors: [(StoreError, String)] = [
    (
      .empty(path: path),
      "The file \"/data/count.json\" is empty: its content was lost. It was not overwritten. To start over, rename the corrupt "
        + "file."
    ),
    (
      .lost(path: path, backup: path + ".bak"),
      "The file \"/data/count.json\" is missing, but its backup exists. Nothing was written. To restore the content from "
        + "before the last change, rename \"/data/count.json.bak\" to \"count.json\". To start over, delete that backup."
    ),
    (
      .corrupt(path: path, .payload("\"count\" is missing"), backup: path + ".bak"),
      "The file \"/data/count.json\" is corrupt: its payload cannot be read (\"count\" is missing). It was not overwritten. To "
        + "restore the last good content, replace the file with its backup \"/data/count.json.bak\". To start over, rename the "
        + "corrupt file."
    ),
    (
      .unreadable(path: path, .tooLarge(size: 11, limit: 10)),
      "The file \"/data/count.json\" cannot be read: it has 11 bytes, more than the limit of 10. If this isn't "
        + "the expected file, move it somewhere else."
    ),
    (
      .notWritable(path: path, FileSystemError(.synchronize, path, .noSpace)),
      "The file \"/data/count.json\" was not changed: could not write to disk \"/data/count.json\": the disk is full (ENOSPC). "
        + "Free some space and try again."
    ),
    (
      .notWritable(path: path, FileSystemError(.write, "/data/.count.json.tmp-42-1", .readOnlyFileSystem)),
      "The file \"/data/count.json\" was not changed: could not write \"/data/count.json\": the file system is read-only (EROFS). "
        + "Use a folder on a writable file system."
    ),
    (
      .notConfirmed(path: path, FileSystemError(.synchronize, "/data", SystemErrorCode(rawValue: 9_999))),
      "The file \"/data/count.json\" was written, but the change may not survive a power failure: could not write to disk "
        + "\"/data\": unknown error 9999 (system error 9999). Check the disk. Don't repeat the change, because it was made."
    ),
    (
      .lockTimeout(path: path, holder: LockHolder(process: 42, program: "other"), waited: .milliseconds(10_240)),
      "The file \"/data/count.json\" was not changed: other (process 42) has kept it locked for 10.2 s. Try again when that "
        + "program has finished, or quit it."
    ),
    (
      .lockTimeout(path: path, holder: nil, waited: .seconds(3)),
      "The file \"/data/count.json\" was not changed: another process has kept it locked for 3 s. Try again when that program has "
        + "finished, or quit it."
    ),
  ]

  @Test("describes every kind of store error, mentions the file and suggests a recovery", arguments: errors)
  func text(error: StoreError, expected: String) {
    #expect("\(error)" == expected)
    #expect(error.localizedDescription == error.message)
    #expect(expected.hasPrefix(error.message))
    #expect(expected.hasSuffix(error.recoverySuggestion ?? ""))
  }

  @Test(
    "describes every error code that a file operation can report",
    arguments: [
      EACCES, EPERM, EROFS, ENOSPC, EDQUOT, EFBIG, EIO, EINTR, ENOENT, EEXIST, ENOTDIR, EISDIR, ENOTEMPTY, ELOOP,
      ENAMETOOLONG, EBADF, EMFILE, ENFILE, ENOLCK, EINVAL, ENOSYS, EOPNOTSUPP, EMLINK, EXDEV, ENOMEM, EBUSY, ESTALE,
      ENOTCONN, ETIMEDOUT, EHOSTDOWN, EAGAIN, ETXTBSY, ENXIO, ENODEV, EOVERFLOW, EDEADLK, ESPIPE, EFAULT, EPIPE, EILSEQ,
      EPROTO, ENODATA, ECONNRESET, EHOSTUNREACH,
    ]
  )
  func words(number: Int32) {
    let text = SystemErrorCode(rawValue: number).description
    #expect(!text.hasPrefix("system error"))
    #expect(!text.hasPrefix("unknown error"))
  }

  @Test("assigns each store error to at most one category")
  func classes() {
    for (error, _) in Self.errors {
      let classes = [
        error.isCorrupt, error.isUnreadable, error.isNewerSchema, error.isNotWritable, error.isLockTimeout,
      ]
      #expect(classes.filter { $0 }.count <= 1)
      #expect(error.path.hasPrefix(Self.path))
    }
  }

  @Test("escapes hostile file names in store errors")
  func hostileNames() {
    let hostile = "/data/\u{1B}[2J\r\n\u{202E}evil"
    let texts = [
      StoreError.empty(path: hostile).description,
      FileSystemError(.open, hostile, .notFound).description,
      LockHolder(process: 1, program: hostile).description,
      StoreError.newerSchema(path: hostile, found: 2, supported: 1, writtenBy: hostile).description,
    ]
    for text in texts {
      #expect(text.contains("\\u{1b}"))
      #expect(text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E })
    }
  }
}
