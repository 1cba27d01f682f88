import Foundation
import Networking

/// Redacts known secrets in the bodies of responses, before anything reads, shows or stores them.
///
/// Every error message, screen and cache file with the words of a service is made of such a body. The length of a body stays the same.
/// Pictures pass unchanged. Header fields do as well: requests depend on them, and no text of the program quotes them.
struct SecretRedactingTransport: Transport {
  let base: any Transport
  let secrets: KnownSecrets

  func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
    var response = try await base.send(request)
    let patterns = secrets.patterns(forSuccess: response.status.isSuccess)
    let isPicture = response.headers[.contentType]?.lowercased().hasPrefix("image/") == true
    guard !patterns.isEmpty, !(isPicture && response.status.isSuccess) else { return response }
    if let bytes = response.body.bytes {
      response.body = ResponseBody(bytes: patterns.blanked(bytes))
    } else {
      response.body = ResponseBody(source: RedactedBody(response.body, patterns))
    }
    return response
  }
}

extension SecretPatterns {
  /// Returns the bytes with an asterisk in the place of each byte of a secret.
  ///
  /// - Parameters:
  ///   - data: The bytes.
  ///   - isComplete: Whether nothing follows. Otherwise the last bytes are left out, because a secret that begins there may
  ///     continue in what follows.
  /// - Returns: The bytes up to the first one that is left out.
  fileprivate func blanked(_ data: Data, isComplete: Bool = true) -> Data {
    var bytes = Array(data)
    var end = isComplete ? bytes.count : max(bytes.count - (longest - 1), 0)
    for match in matches(in: bytes) where match.lowerBound < end {
      for index in match { bytes[index] = UInt8(ascii: "*") }
      end = max(end, match.upperBound)
    }
    return Data(bytes[..<end])
  }
}

/// A body whose secrets are redacted as it arrives, also those that lie across chunks.
private actor RedactedBody: ResponseBodySource {
  private let body: ResponseBody
  private let patterns: SecretPatterns
  /// The last received bytes, which may begin a secret; nil after the end of the body.
  private var held: Data? = Data()

  init(_ body: ResponseBody, _ patterns: SecretPatterns) {
    self.body = body
    self.patterns = patterns
  }

  func nextChunk() async throws(NetworkError) -> Data? {
    while let before = held {
      var iterator = body.makeAsyncIterator()
      guard let chunk = try await iterator.next() else {
        held = nil
        return before.isEmpty ? nil : patterns.blanked(before)
      }
      let received = before + chunk
      let ready = patterns.blanked(received, isComplete: false)
      held = Data(received.dropFirst(ready.count))
      if !ready.isEmpty { return ready }
    }
    return nil
  }
}
