import Foundation

/// Writes one entry to a temporary file, which is removed unless it is published.
///
/// `@unchecked Sendable`: there is one user at a time, as with the body that it writes.
final class EntryWriter: @unchecked Sendable {
  /// The length of the content so far, in bytes.
  private(set) var contentLength = 0

  private let files: any CacheFiles
  private let head: [UInt8]
  private let temporaryName = TemporaryName.make()
  private let number: Int32
  private var checksum = XXHash64()
  private var isPublished = false

  /// Makes the file; the folder, too, where it is missing.
  init(_ response: StoredResponse, files: any CacheFiles) throws(CacheFileError) {
    self.files = files
    head = response.encoded
    guard head.count <= EntryHead.headLimit else { throw CacheFileError(operation: "write", code: EFBIG) }
    do throws(CacheFileError) {
      number = try files.create(temporaryName)
    } catch {
      guard error.code == ENOENT else { throw error }
      try files.makeFolder()
      number = try files.create(temporaryName)
    }
  }

  deinit {
    if !isPublished { try? files.remove(temporaryName) }
    files.close(number)
  }

  /// The length of the whole file in bytes.
  var fileLength: Int { EntryHead.fixedLength + head.count + contentLength }

  /// Adds content.
  func append(_ bytes: Data) throws(CacheFileError) {
    var outcome: Result<Void, CacheFileError> = .success(())
    bytes.withUnsafeBytes { buffer in
      checksum.update(buffer)
      outcome = Result { () throws(CacheFileError) in try files.write(number, buffer, at: fileLength) }
    }
    try outcome.get()
    contentLength += bytes.count
  }

  /// Writes the head, which makes the entry valid.
  func finish(key: SHA256.Digest, lastUse: TimeInterval) throws(CacheFileError) {
    let block = EntryHead.encode(
      key: key,
      head: head,
      contentLength: contentLength,
      contentChecksum: checksum.value
    )
    var outcome: Result<Void, CacheFileError> = .success(())
    block.withUnsafeBytes { buffer in
      outcome = Result { () throws(CacheFileError) in try files.write(number, buffer, at: 0) }
    }
    try outcome.get()
    try files.setLastUse(of: number, to: lastUse)
  }

  /// Gives the file its name.
  func rename(to name: String) throws(CacheFileError) {
    try files.rename(temporaryName, to: name)
    isPublished = true
  }

  /// What the system knows about the file.
  func status() throws(CacheFileError) -> CacheFileStatus { try files.status(of: number) }
}
