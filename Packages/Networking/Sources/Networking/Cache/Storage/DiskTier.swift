import NetworkingFoundation

struct DiskTier: Sendable {
  enum Finding: Sendable {
    case absent
    /// The file is truncated, corrupt or in another format version.
    case damaged
    case entry(StoredEntry, CacheFileStatus)
  }

  /// The maximum size of content that is read as a whole and may be kept in memory, in bytes.
  static let wholeReadLimit = 256 << 10

  let files: any CacheFiles
  let rules: HeuristicRules

  func read(_ name: EntryName) throws(CacheFileError) -> Finding {
    guard let number = try files.open(name.fileName) else { return .absent }
    var isHandedOver = false
    defer { if !isHandedOver { files.close(number) } }
    guard let status = try? files.status(of: number), status.size >= EntryHead.fixedLength else { return .damaged }
    // For a small entry, one read returns both head and content.
    let first = try bytes(of: number, count: min(status.size, 8 << 10), at: 0)
    guard let lengths = EntryHead.lengths(first[...]),
      EntryHead.fixedLength + lengths.head + lengths.content == status.size
    else { return .damaged }
    let contentOffset = EntryHead.fixedLength + lengths.head
    let isWhole = lengths.content <= Self.wholeReadLimit
    let wanted = isWhole ? status.size : contentOffset
    let beginning =
      wanted <= first.count ? first : first + (try bytes(of: number, count: wanted - first.count, at: first.count))
    guard beginning.count >= wanted, let head = EntryHead(beginning[...], rules: rules), head.key == name.key else {
      return .damaged
    }
    if isWhole {
      let content = Data(beginning[contentOffset..<wanted])
      guard content.withUnsafeBytes({ XXHash64.checksum($0) }) == head.contentChecksum else { return .damaged }
      return .entry(StoredEntry(response: head.response, content: .bytes(content)), status)
    }
    let file = OpenEntryFile(number: number, files: files, contentOffset: contentOffset, contentLength: lengths.content)
    isHandedOver = true
    guard try file.checksum() == head.contentChecksum else { return .damaged }
    return .entry(StoredEntry(response: head.response, content: .file(file)), status)
  }

  func write(_ response: StoredResponse) throws(CacheFileError) -> EntryWriter {
    try EntryWriter(response, files: files)
  }

  /// Makes a finished entry visible to all processes by renaming its file.
  func publish(_ writer: EntryWriter, as name: EntryName, lastUse: TimeInterval) throws(CacheFileError)
    -> CacheFileStatus
  {
    try writer.finish(key: name.key, lastUse: lastUse)
    try writer.rename(to: name.fileName)
    return try writer.status()
  }

  func remove(_ name: EntryName) throws(CacheFileError) {
    do throws(CacheFileError) {
      try files.remove(name.fileName)
    } catch {
      if error.code != ENOENT && error.code != ENOTDIR { throw error }
    }
  }

  func list() throws(CacheFileError) -> [(name: EntryName, status: CacheFileStatus)] {
    var entries: [(EntryName, CacheFileStatus)] = []
    for fileName in try files.names() {
      if let name = EntryName(fileName: fileName) {
        if let status = files.status(of: fileName) { entries.append((name, status)) }
      } else if TemporaryName.matches(fileName) {
        files.removeOrphan(fileName)
      }
    }
    return entries
  }

  private func bytes(of file: Int32, count: Int, at offset: Int) throws(CacheFileError) -> [UInt8] {
    var outcome: Result<Int, CacheFileError> = .success(0)
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      outcome = Result { () throws(CacheFileError) in
        try files.read(file, into: UnsafeMutableRawBufferPointer(buffer), at: offset)
      }
      filled = (try? outcome.get()) ?? 0
    }
    _ = try outcome.get()
    return bytes
  }
}

/// A writer for an entry's temporary file, which is removed unless the entry is published.
final class EntryWriter {
  private(set) var contentLength = 0

  private let files: any CacheFiles
  private let head: [UInt8]
  private let temporaryName = TemporaryName.make()
  private let number: Int32
  private var checksum = XXHash64()
  private var isPublished = false

  /// Creates the temporary file, and the directory if it is missing.
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

  var fileLength: Int { EntryHead.fixedLength + head.count + contentLength }

  func append(_ bytes: Data) throws(CacheFileError) {
    var outcome: Result<Void, CacheFileError> = .success(())
    bytes.withUnsafeBytes { buffer in
      checksum.update(buffer)
      outcome = Result { () throws(CacheFileError) in try files.write(number, buffer, at: fileLength) }
    }
    try outcome.get()
    contentLength += bytes.count
  }

  func finish(key: SHA256.Digest, lastUse: TimeInterval) throws(CacheFileError) {
    let block = EntryHead.encode(key: key, head: head, contentLength: contentLength, contentChecksum: checksum.value)
    var outcome: Result<Void, CacheFileError> = .success(())
    block.withUnsafeBytes { buffer in
      outcome = Result { () throws(CacheFileError) in try files.write(number, buffer, at: 0) }
    }
    try outcome.get()
    try files.setLastUse(of: number, to: lastUse)
  }

  func rename(to name: String) throws(CacheFileError) {
    try files.rename(temporaryName, to: name)
    isPublished = true
  }

  func status() throws(CacheFileError) -> CacheFileStatus { try files.status(of: number) }
}
