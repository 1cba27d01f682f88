#if os(Linux)
internal import CurlABI
import NetworkingFoundation

enum ContentCoding: Sendable {
  case gzip
  case deflate

  static let accepted = "gzip, deflate"

  static let isAvailable = curlabi_inflater_is_available()

  /// Creates the coding if the fields specify a single known coding; otherwise `nil`, and the content stays encoded.
  init?(_ headers: HTTPFields) {
    guard Self.isAvailable, headers.contains(.contentEncoding) else { return nil }
    var found: ContentCoding?
    for token in headers.tokens(of: .contentEncoding) where token != "identity" {
      guard found == nil else { return nil }
      switch token {
      case "gzip", "x-gzip": found = .gzip
      case "deflate": found = .deflate
      default: return nil
      }
    }
    guard let found else { return nil }
    self = found
  }
}

extension HTTPFields {
  fileprivate func tokens(of name: HTTPField.Name) -> [String] {
    FieldList.members(self[values: name]).map { $0.lowercased() }
  }

  /// Returns whether a list field is missing or all of its members equal a value.
  func lists(only value: String, in name: HTTPField.Name) -> Bool {
    !contains(name) || tokens(of: name).allSatisfy { $0 == value }
  }

  /// Returns whether the content is in chunks; `nil` if its transfer codings are invalid.
  ///
  /// The chunked coding must not be applied twice, and HTTP/1.0 has no transfer codings (RFC 9112, section 6.1). No other
  /// coding was requested (section 7.4).
  func isChunked(inOldVersion isOld: Bool) -> Bool? {
    // In RFC 2616, the coding "identity" means no coding.
    guard contains(.transferEncoding), !lists(only: "identity", in: .transferEncoding) else { return false }
    return !isOld && tokens(of: .transferEncoding).elementsEqual(["chunked"]) ? true : nil
  }
}

/// A body decompressed on demand, so that a small body that expands enormously doesn't fill the memory.
final class DecodedBody: ResponseBodySource {
  private let decoder: Locked<Decoder>
  private let rest: ResponseBody
  private let origin: String

  init(_ coding: ContentCoding, of bytes: Data, then rest: ResponseBody, origin: String) {
    decoder = Locked(Decoder(coding, input: bytes, origin: origin))
    self.rest = rest
    self.origin = origin
  }

  var trailers: HTTPFields { rest.trailers }

  func nextChunk() async throws(NetworkError) -> Data? {
    var encoded = rest.makeAsyncIterator()
    while true {
      if let chunk = try decoder.withLock({ decoder throws(NetworkError) in try decoder.nextChunk() }) { return chunk }
      guard let more = try await encoded.next() else {
        // Content that ends within a compressed stream was truncated, even if its framing is complete.
        guard decoder.withLock({ $0.isWhole }) else { throw .connectionLost(.inBody, origin: origin) }
        return nil
      }
      decoder.withLock { $0.input.append(more) }
    }
  }
}

private final class Decoder {
  private enum Phase {
    case start
    case inside
    /// The last stream has ended; like the `gzip` command, the decoder ignores any further bytes.
    case ended
  }

  private static let chunkSize = 64 << 10

  var input: Data
  private let coding: ContentCoding
  private let origin: String
  private var inflater: OpaquePointer?
  private var phase = Phase.start
  /// Whether the previous chunk was full, so there may be output without more input.
  private var hasOutput = false

  init(_ coding: ContentCoding, input: Data, origin: String) {
    self.coding = coding
    self.input = input
    self.origin = origin
  }

  deinit {
    if let inflater { curlabi_inflater_free(inflater) }
  }

  var isWhole: Bool {
    switch phase {
    case .start: inflater != nil || input.isEmpty
    case .inside: false
    case .ended: true
    }
  }

  /// Returns the next decoded bytes; `nil` if more input is needed.
  func nextChunk() throws(NetworkError) -> Data? {
    while phase != .ended, !input.isEmpty || hasOutput {
      if phase == .start {
        // The first two bytes determine the format.
        guard input.count >= 2 else { return nil }
        guard try begin() else { break }
      }
      let chunk = try inflate()
      if !chunk.isEmpty { return chunk }
    }
    if phase == .ended { input = Data() }
    return nil
  }

  private func begin() throws(NetworkError) -> Bool {
    let first = input[input.startIndex]
    let second = input[input.startIndex + 1]
    if let inflater {
      guard first == 0x1F, second == 0x8B, curlabi_inflater_reset(inflater) else {
        phase = .ended
        return false
      }
    } else {
      // Some services send deflate without the zlib wrapper (RFC 9110, section 8.4.1.2).
      let isWrapped = first & 0x0F == 8 && (Int(first) << 8 | Int(second)) % 31 == 0
      inflater = curlabi_inflater_make(coding == .deflate && !isWrapped)
      guard inflater != nil else { throw .invalidRequest(reason: "there isn't enough memory to decode the response") }
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
      throw .invalidRequest(reason: "there isn't enough memory to decode the response")
    default:
      throw .protocolViolation("its content isn't valid \(coding)", origin: origin)
    }
    return chunk
  }
}
#endif
