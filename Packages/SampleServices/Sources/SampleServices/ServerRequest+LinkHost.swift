import LoopbackServer

extension ServerRequest {
  /// The host for links in the answer: the one that a proxy says it was asked for (RFC 7239, `Forwarded: host=…`), else `Host`.
  ///
  /// Only a plain host and port are taken from a proxy, as they become a part of addresses.
  var linkHost: String {
    let pairs = headers["Forwarded"]?.split(separator: ";") ?? []
    for pair in pairs {
      let parts = pair.split(separator: "=", maxSplits: 1).map { $0.drop { $0 == " " } }
      guard parts.count == 2, parts[0].lowercased() == "host" else { continue }
      let host = parts[1].filter { $0 != "\"" }
      if !host.isEmpty, host.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || ".-:[]".contains($0)) }) {
        return host
      }
    }
    return headers["Host"] ?? "localhost"
  }
}
