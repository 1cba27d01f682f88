import Foundation

/// A stored answer with its content.
struct StoredEntry: Sendable {
  /// Where the content is.
  enum Content: Sendable {
    case bytes(Data)
    /// In an open file, checked.
    case file(OpenEntryFile)

    /// The length in bytes.
    var count: Int {
      switch self {
      case .bytes(let bytes): bytes.count
      case .file(let file): file.contentLength
      }
    }
  }

  /// The head.
  let response: StoredResponse
  /// The content.
  let content: Content

  /// The content for a caller.
  var body: ResponseBody {
    switch content {
    case .bytes(let bytes): ResponseBody(bytes: bytes)
    case .file(let file): ResponseBody(source: FileBodySource(file: file, bytes: 0..<file.contentLength))
    }
  }

  /// A part of the content, which has so many bytes.
  func body(_ part: Range<Int>) -> ResponseBody {
    switch content {
    case .bytes(let bytes):
      ResponseBody(
        bytes: bytes.subdata(in: bytes.startIndex + part.lowerBound..<bytes.startIndex + part.upperBound)
      )
    case .file(let file): ResponseBody(source: FileBodySource(file: file, bytes: part))
    }
  }
}

/// An entry's open file; it is closed with the last reference, and until then its bytes stay even where the entry is removed.
final class OpenEntryFile: Sendable {
  /// Where the content begins.
  let contentOffset: Int
  /// The content's length in bytes.
  let contentLength: Int

  private let number: Int32
  private let files: any CacheFiles

  /// Takes over an open file.
  init(number: Int32, files: any CacheFiles, contentOffset: Int, contentLength: Int) {
    self.number = number
    self.files = files
    self.contentOffset = contentOffset
    self.contentLength = contentLength
  }

  deinit { files.close(number) }

  /// Reads a piece of the content; fewer bytes than asked for only at its end.
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

  /// The checksum of the whole content.
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

/// Hands out the content of an entry's file piece by piece.
///
/// `@unchecked Sendable`: `offset` is guarded by `lock`.
final class FileBodySource: ResponseBodySource, @unchecked Sendable {
  /// How many bytes are in memory at a time.
  static let pieceLength = 64 << 10

  private let file: OpenEntryFile
  private let end: Int
  private let lock = Lock()
  private var offset: Int

  /// Starts at the beginning of a part.
  init(file: OpenEntryFile, bytes: Range<Int>) {
    self.file = file
    offset = bytes.lowerBound
    end = bytes.upperBound
  }

  func nextChunk() async throws(NetworkError) -> Data? {
    if Task.isCancelled { throw .cancelled }
    let start = lock.withLock {
      defer { offset = min(offset + Self.pieceLength, end) }
      return offset
    }
    guard start < end else { return nil }
    do throws(CacheFileError) {
      return try file.read(min(Self.pieceLength, end - start), at: start)
    } catch {
      // It was whole when it was opened: the disk fails.
      throw .connectionLost(.inBody, origin: "the cache")
    }
  }
}
