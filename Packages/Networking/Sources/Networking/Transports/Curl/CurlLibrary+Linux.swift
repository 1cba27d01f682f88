#if os(Linux)
internal import CurlABI

/// The loaded libcurl.
enum CurlLibrary {
  /// Loads libcurl unless that was done before.
  static func load() throws(NetworkError) {
    let result = curlabi_load()
    guard result != CurlABILoaded else { return }
    let detail = String(cString: curlabi_load_detail())
    let cure =
      "Install libcurl: 'apt-get install libcurl4' on Debian and Ubuntu, 'dnf install libcurl' on Fedora and Amazon Linux."
    switch result {
    case CurlABITooOld:
      throw .transportUnavailable(reason: "libcurl 7.68 or newer is needed, and this machine has \(detail)", cure: cure)
    case CurlABINotFound:
      throw .transportUnavailable(reason: "the library libcurl.so.4 was not found (\(detail))", cure: cure)
    default:
      throw .transportUnavailable(reason: "the library libcurl can't be used: \(detail)", cure: cure)
    }
  }
}
#endif
