import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Hands out a file from its beginning.
///
/// `@unchecked Sendable`: one task at a time asks a reader.
final class FileBodyReader: RequestBodyReader, @unchecked Sendable {
  private static let chunkSize = 128 << 10

  private let file: LocalFile
  private let length: Int
  private var position = 0

  init(path: String, length: Int) throws(NetworkError) {
    file = try LocalFile(path: path, flags: O_RDONLY)
    self.length = length
    guard try file.length == length else { throw changed }
  }

  func nextChunk() async throws(NetworkError) -> Data? {
    guard position < length else { return nil }
    let chunk = try file.read(upTo: min(Self.chunkSize, length - position))
    guard !chunk.isEmpty else { throw changed }
    position += chunk.count
    return chunk
  }

  private var changed: NetworkError {
    .fileFailure(path: file.path, reason: "its length changed after the request was made")
  }
}
