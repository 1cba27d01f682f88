#if canImport(Darwin) || URLSessionTransport
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The content of a request in a temporary file that only this user may read; removed with the last reference.
final class SpooledBody: Sendable {
  let url: URL

  init(_ body: RequestBody) async throws(NetworkError) {
    url = FileManager.default.temporaryDirectory.appending(path: "upload-\(UUID().uuidString)")
    let file = try LocalFile(path: url.path(percentEncoded: false), flags: O_WRONLY | O_CREAT | O_EXCL)
    let reader = try LengthCheckedReader(body)
    while let chunk = try await reader.nextChunk() { try file.write(chunk) }
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
#endif
