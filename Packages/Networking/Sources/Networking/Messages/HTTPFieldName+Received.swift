extension HTTPFieldName {
  /// Makes a name from bytes that were received; `nil` where they are no token.
  init?(received bytes: Slice<UnsafeBufferPointer<UInt8>>) {
    if let known = CommonFieldNames.name(spelled: bytes) {
      self = known
      return
    }
    guard !bytes.isEmpty, bytes.allSatisfy(HTTPToken.isTokenCharacter) else { return nil }
    // Names are short: these strings need no memory of their own up to 15 bytes.
    self.init(valid: String(decoding: bytes, as: UTF8.self))
  }
}

/// The names that most answers have, made once: an answer has a dozen fields, and each name would be checked and put into lower case anew.
private enum CommonFieldNames {
  private struct Entry {
    let bytes: [UInt8]
    let name: HTTPFieldName
  }

  /// By their length.
  private static let entries: [[Entry]] = {
    let names = [
      "Accept-Ranges", "Access-Control-Allow-Origin", "Age", "Allow", "Alt-Svc", "Cache-Control", "Cache-Status",
      "Connection", "Content-Disposition", "Content-Encoding", "Content-Language", "Content-Length", "Content-Range",
      "Content-Security-Policy", "Content-Type", "Date", "ETag", "Expires", "Keep-Alive", "Last-Modified", "Link",
      "Location", "Pragma", "Referrer-Policy", "Retry-After", "Server", "Set-Cookie", "Strict-Transport-Security",
      "Trailer", "Transfer-Encoding", "Vary", "Via", "WWW-Authenticate", "X-Content-Type-Options", "X-Frame-Options",
      "X-Request-ID",
    ]
    var entries: [[Entry]] = []
    // HTTP/2 has them in lower case (RFC 9113, section 8.2).
    for spelling in names + names.map({ $0.lowercased() }) {
      let bytes = Array(spelling.utf8)
      while entries.count <= bytes.count { entries.append([]) }
      entries[bytes.count].append(Entry(bytes: bytes, name: HTTPFieldName(valid: spelling)))
    }
    return entries
  }()

  static func name(spelled bytes: Slice<UnsafeBufferPointer<UInt8>>) -> HTTPFieldName? {
    guard bytes.count < entries.count, let first = bytes.first else { return nil }
    return entries[bytes.count].first { $0.bytes[0] == first && $0.bytes.elementsEqual(bytes) }?.name
  }
}
