import Foundation

/// The command line of the `curl` program that sends a request.
enum CurlCommand {
  /// Writes the command, quoted for POSIX shells; secrets are redacted, and the body is not in it.
  static func line(for request: HTTPRequest, redactor: SecretRedactor) -> String {
    var words = ["curl"]
    switch (request.method, request.body) {
    case (.get, nil): break
    case (.head, nil): words.append("--head")
    case (let method, _): words += ["--request", quoted(method.rawValue)]
    }
    for field in redactor.redacted(request.headers, of: request) {
      // Without a value, curl would drop the field; a semicolon in place of the colon sends it empty.
      words += ["--header", quoted(field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)")]
    }
    if request.body != nil {
      if !request.headers.contains(.contentType) { words += ["--header", quoted("Content-Type:")] }
      words += ["--data-binary", "@-"]
    }
    if let total = request.timeouts.total { words += ["--max-time", String(total.seconds)] }
    // Otherwise curl would read brackets as ranges and take out dot segments.
    words += ["--globoff", "--path-as-is", quoted(redactor.redacted(request.url))]
    return words.joined(separator: " ")
  }

  /// One word of a POSIX shell (section 2.2.2), left as it is where nothing in it means anything to the shell.
  static func quoted(_ word: String) -> String {
    let isPlain =
      !word.isEmpty
      && word.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "%+,-./:=@_".utf8.contains(byte)
        }
      }
    return isPlain ? word : "'" + word.replacingOccurrences(of: "'", with: #"'\''"#) + "'"
  }
}
