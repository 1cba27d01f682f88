#if os(Linux)
internal import CurlABI

/// The loaded libcurl.
enum CurlLibrary {
  /// Whether a handle may carry one transfer after another.
  ///
  /// From 7.83 to 8.0, libcurl keeps a pointer to a header field of the transfer before, and a folded line of the next response writes
  /// through it. Distributions repair such defects without changing the version, so a repaired library is treated alike.
  static var reusesHandles: Bool { !(0x07_53_00..<0x08_01_00).contains(curlabi_version_number()) }

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
