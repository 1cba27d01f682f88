import NetworkingFoundation

struct StoredEntry: Sendable {
  enum Content: Sendable {
    case bytes(Data)
    /// Content in an open file with a verified checksum.
    case file(OpenEntryFile)

    var count: Int {
      switch self {
      case .bytes(let bytes): bytes.count
      case .file(let file): file.contentLength
      }
    }
  }

  let response: StoredResponse
  let content: Content

  var body: ResponseBody {
    switch content {
    case .bytes(let bytes): ResponseBody(bytes: bytes)
    case .file(let file): ResponseBody(source: FileBodySource(file: file, bytes: 0..<file.contentLength))
    }
  }

  /// Passes bytes to a closure in chunks.
  func forEachPiece(of part: Range<Int>, _ use: (Data) -> Void) throws(CacheFileError) {
    switch content {
    case .bytes(let bytes):
      use(bytes.subdata(in: part.shifted(by: bytes.startIndex)))
    case .file(let file):
      var offset = part.lowerBound
      while offset < part.upperBound {
        let piece = try file.read(min(FileBodySource.pieceLength, part.upperBound - offset), at: offset)
        use(piece)
        offset += piece.count
      }
    }
  }

  func body(_ part: Range<Int>) -> ResponseBody {
    switch content {
    case .bytes(let bytes):
      ResponseBody(bytes: bytes.subdata(in: part.shifted(by: bytes.startIndex)))
    case .file(let file): ResponseBody(source: FileBodySource(file: file, bytes: part))
    }
  }
}

extension Range<Int> {
  func shifted(by distance: Int) -> Range<Int> { lowerBound + distance..<upperBound + distance }
}

/// An entry's open file.
///
/// Releasing the last reference closes the file. Until then, its bytes remain readable even if the entry is removed.
final class OpenEntryFile: Sendable {
  let contentOffset: Int
  let contentLength: Int

  private let number: Int32
  private let files: any CacheFiles

  init(number: Int32, files: any CacheFiles, contentOffset: Int, contentLength: Int) {
    self.number = number
    self.files = files
    self.contentOffset = contentOffset
    self.contentLength = contentLength
  }

  deinit { files.close(number) }

  /// Reads a chunk, which is shorter than requested only at the end of the content.
  func read(_ count: Int, at offset: Int) throws(CacheFileError) -> Data {
    let wanted = min(count, contentLength - offset)
    guard wanted > 0 else { return Data() }
    var bytes = Data(count: wanted)
    var outcome: Result<Int, CacheFileError> = .success(0)
    bytes.withUnsafeMutableBytes { buffer in
      outcome = Result { () throws(CacheFileError) in
        try files.read(number, into: buffer, at: contentOffset + offset)
      }
    }
    guard try outcome.get() == wanted else { throw CacheFileError(operation: "read", code: EIO) }
    return bytes
  }

  func checksum() throws(CacheFileError) -> UInt64 {
    var hash = XXHash64()
    var offset = 0
    while offset < contentLength {
      let piece = try read(FileBodySource.pieceLength, at: offset)
      piece.withUnsafeBytes { hash.update($0) }
      offset += piece.count
    }
    return hash.value
  }
}

final class FileBodySource: ResponseBodySource {
  /// The chunk size in bytes; only one chunk is in memory at a time.
  static let pieceLength = 64 << 10

  private let file: OpenEntryFile
  private let end: Int
  private let offset: Locked<Int>

  init(file: OpenEntryFile, bytes: Range<Int>) {
    self.file = file
    offset = Locked(bytes.lowerBound)
    end = bytes.upperBound
  }

  func nextChunk() async throws(NetworkError) -> Data? {
    if Task.isCancelled { throw .cancelled }
    let start = offset.withLock { offset in
      defer { offset = min(offset + Self.pieceLength, end) }
      return offset
    }
    guard start < end else { return nil }
    do throws(CacheFileError) {
      return try file.read(min(Self.pieceLength, end - start), at: start)
    } catch {
      // The file was complete when it was opened, so this is a disk failure.
      throw .connectionLost(.inBody, origin: "the cache")
    }
  }
}
