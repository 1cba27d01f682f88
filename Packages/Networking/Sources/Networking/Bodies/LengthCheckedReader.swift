import Foundation

/// Reads a body and holds it to the length that it claims: what is announced is what is sent.
///
/// Anything else would leave the connection in a state in which the next request could be read as the rest of this one.
///
/// `@unchecked Sendable`: one task at a time asks a reader.
final class LengthCheckedReader: RequestBodyReader, @unchecked Sendable {
  private let reader: any RequestBodyReader
  private let length: Int?
  private var count = 0

  init(_ body: RequestBody) throws(NetworkError) {
    reader = try body.makeReader()
    length = body.length
  }

  func nextChunk() async throws(NetworkError) -> Data? {
    let chunk = try await reader.nextChunk()
    count += chunk?.count ?? 0
    if let length, count > length || (chunk == nil && count < length) {
      // A sequence whose task is cancelled just ends.
      if chunk == nil, Task.isCancelled { throw .cancelled }
      throw .invalidRequest(reason: "its body is not of the \(length) bytes that were announced")
    }
    return chunk
  }
}
