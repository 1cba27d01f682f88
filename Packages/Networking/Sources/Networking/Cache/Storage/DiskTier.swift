import Foundation

/// The entries in a folder: each one a file, complete or not there.
struct DiskTier: Sendable {
  /// What a look at an entry finds.
  enum Finding: Sendable {
    case absent
    /// It can't be used: cut, changed, or of another version.
    case damaged
    case entry(StoredEntry, CacheFileStatus)
  }

  /// Content up to this length is read at once and may be kept in memory, in bytes.
  static let wholeReadLimit = 256 << 10

  /// The files.
  let files: any CacheFiles
  /// How heuristic freshness is worked out.
  let rules: HeuristicRules

  /// Reads an entry and checks all of it.
  func read(_ name: EntryName) throws(CacheFileError) -> Finding {
    guard let number = try files.open(name.fileName) else { return .absent }
    var isHandedOver = false
    defer { if !isHandedOver { files.close(number) } }
    guard let status = try? files.status(of: number), status.size >= EntryHead.fixedLength else { return .damaged }
    // One read for all of a small entry, head and content.
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
    let file = OpenEntryFile(
      number: number,
      files: files,
      contentOffset: contentOffset,
      contentLength: lengths.content
    )
    isHandedOver = true
    guard try file.checksum() == head.contentChecksum else { return .damaged }
    return .entry(StoredEntry(response: head.response, content: .file(file)), status)
  }

  /// Starts a new entry.
  func write(_ response: StoredResponse) throws(CacheFileError) -> EntryWriter {
    try EntryWriter(response, files: files)
  }

  /// Gives a finished entry its name; from then on every process sees it.
  func publish(_ writer: EntryWriter, as name: EntryName, lastUse: TimeInterval) throws(CacheFileError)
    -> CacheFileStatus
  {
    try writer.finish(key: name.key, lastUse: lastUse)
    try writer.rename(to: name.fileName)
    return try writer.status()
  }

  /// All entries; files that dead processes were writing are removed on the way.
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
