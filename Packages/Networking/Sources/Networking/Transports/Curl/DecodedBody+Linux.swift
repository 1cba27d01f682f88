#if os(Linux)
internal import CurlABI
import Foundation

/// A body that is decompressed as its reader asks, so that a few bytes that decode to very many cost no memory.
///
/// `@unchecked Sendable`: the variables are guarded by `lock`; nothing else changes after `init`.
final class DecodedBody: ResponseBodySource, @unchecked Sendable {
  private enum Phase {
    /// Before the first byte of a stream.
    case start
    case inside
    /// After the end of the last stream; the rest is ignored, as `gzip` does.
    case ended
  }

  private enum Step {
    case chunk(Data)
    case needsInput
  }

  /// The most bytes of a chunk.
  private static let chunkSize = 64 << 10

  private let coding: ContentCoding
  private let source: (any ResponseBodySource)?
  private let origin: String
  private let lock = Lock()
  private var input: Data
  private var inflater: OpaquePointer?
  private var phase = Phase.start
  /// Whether the last chunk was full, so that more may follow without further input.
  private var hasOutput = false

  /// Makes the body.
  ///
  /// - Parameters:
  ///   - coding: The coding of the bytes.
  ///   - bytes: The first encoded bytes.
  ///   - source: The source of the others; `nil` where there are none.
  ///   - origin: The origin for errors.
  init(_ coding: ContentCoding, of bytes: Data, then source: (any ResponseBodySource)?, origin: String) {
    self.coding = coding
    self.source = source
    self.origin = origin
    input = bytes
  }

  deinit {
    if let inflater { curlabi_inflater_free(inflater) }
  }

  func nextChunk() async throws(NetworkError) -> Data? {
    while true {
      if case .chunk(let chunk) = try lock.withLock({ () throws(NetworkError) in try step() }) { return chunk }
      guard let source, let more = try await source.nextChunk() else {
        // Content that ends inside a stream was cut off on its way, although its framing is complete.
        guard lock.withLock({ isWhole }) else { throw .connectionLost(.inBody, origin: origin) }
        return nil
      }
      lock.withLock { input.append(more) }
    }
  }

  /// Whether the content may end here.
  private var isWhole: Bool {
    switch phase {
    case .start: inflater != nil || input.isEmpty
    case .inside: false
    case .ended: true
    }
  }

  private func step() throws(NetworkError) -> Step {
    while phase != .ended, !input.isEmpty || hasOutput {
      if phase == .start {
        // The first two bytes tell the format.
        guard input.count >= 2 else { return .needsInput }
        guard try begin() else { break }
      }
      let chunk = try inflate()
      if !chunk.isEmpty { return .chunk(chunk) }
    }
    if phase == .ended { input = Data() }
    return .needsInput
  }

  /// Prepares for a stream; `false` where none follows the one before.
  private func begin() throws(NetworkError) -> Bool {
    let first = input[input.startIndex]
    let second = input[input.startIndex + 1]
    if let inflater {
      guard first == 0x1F, second == 0x8B, curlabi_inflater_reset(inflater) else {
        phase = .ended
        return false
      }
    } else {
      // Some services send deflate without the zlib format around it (RFC 9110, section 8.4.1.2).
      let isWrapped = first & 0x0F == 8 && (Int(first) << 8 | Int(second)) % 31 == 0
      inflater = curlabi_inflater_make(coding == .deflate && !isWrapped)
      guard inflater != nil else { throw .invalidRequest(reason: "no memory is left to decode the response") }
    }
    phase = .inside
    return true
  }

  private func inflate() throws(NetworkError) -> Data {
    guard let inflater else { return Data() }
    var used = input.count
    var result = CurlABIInflationFailed
    let chunk = withUnsafeTemporaryAllocation(byteCount: Self.chunkSize, alignment: 1) { output in
      var produced = output.count
      result = input.withUnsafeBytes {
        curlabi_inflater_run(inflater, $0.baseAddress, &used, output.baseAddress, &produced)
      }
      hasOutput = produced == output.count
      return Data(bytes: output.baseAddress.unsafelyUnwrapped, count: produced)
    }
    input = input.count == used ? Data() : input.dropFirst(used)
    switch result {
    case CurlABIInflationContinues: break
    case CurlABIInflationEnded:
      hasOutput = false
      phase = coding == .gzip ? .start : .ended
    case CurlABIInflationOutOfMemory:
      throw .invalidRequest(reason: "no memory is left to decode the response")
    default:
      throw .protocolViolation("its content is not the \(coding) that it claims to be", origin: origin)
    }
    return chunk
  }
}
#endif
