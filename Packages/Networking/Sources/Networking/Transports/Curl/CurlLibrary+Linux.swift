#if os(Linux)
internal import CurlABI

/// The loaded libcurl.
enum CurlLibrary {
  /// Whether a handle carries one transfer after another.
  ///
  /// A handle remembers too much: from 7.83 to 8.0, a pointer to a header field of the transfer before, which a folded line of the next
  /// response writes through; in most versions, the number of times that it found a connection dead, of which the sixth is an error.
  /// Connections aren't affected: they are in the multi handle.
  ///
  /// From 7.75 to 7.76.1, TLS connections refer to the handle that made them, so these versions keep their handles. Distributions repair such
  /// defects without changing the version: a repaired library is treated in the same way.
  static var reusesHandles: Bool { (0x07_4B_00...0x07_4C_01).contains(curlabi_version_number()) }

  /// Whether HTTP/2 can be used: older libraries, such as 7.76.1, take the reset of a stream for the end of its content.
  static var speaksHTTP2: Bool { curlabi_version_number() >= 0x07_58_00 }

  /// Whether an HTTP/2 request that the server refused can be told from one that was lost.
  static var reportsRefusals: Bool { curlabi_load() == CurlABILoaded && curlabi_reports_refusals() }

  /// Loads libcurl unless that was done before.
  static func load() throws(NetworkError) {
    let result = curlabi_load()
    guard result != CurlABILoaded else { return }
    let detail = String(cString: curlabi_load_detail())
    let recoverySuggestion =
      "Install libcurl: 'apt-get install libcurl4' on Debian and Ubuntu, 'dnf install libcurl' on Fedora and Amazon Linux."
    switch result {
    case CurlABITooOld:
      throw .transportUnavailable(
        reason: "libcurl 7.68 or newer is needed, and this machine has \(detail)",
        recoverySuggestion: recoverySuggestion
      )
    case CurlABINotFound:
      throw .transportUnavailable(
        reason: "the library libcurl.so.4 was not found (\(detail))",
        recoverySuggestion: recoverySuggestion
      )
    default:
      throw .transportUnavailable(
        reason: "the library libcurl can't be used: \(detail)",
        recoverySuggestion: recoverySuggestion
      )
    }
  }
}
#endif
