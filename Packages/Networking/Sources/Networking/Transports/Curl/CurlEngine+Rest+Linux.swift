#if os(Linux)
internal import CurlABI
import Foundation

/// What the engine keeps between requests, and for how long; for who holds `driving`.
extension CurlEngine {
  /// Gives back what many requests needed and what nobody has used for a while.
  ///
  /// libcurl closes idle connections only when it is asked for another one; a new multi handle begins with none.
  ///
  /// - Returns: When to look again.
  func tidyUp(now: UInt64) -> UInt64 {
    guard active.isEmpty, waiting.isEmpty else {
      idleSince = nil
      return .max
    }
    guard let since = idleSince else {
      if hadBurst { MemoryRelief.planAfterBurst() }
      hadBurst = false
      guard isUsed else { return .max }
      idleSince = now
      return now.addingSaturated(settings.idleLifetime)
    }
    let end = since.addingSaturated(settings.idleLifetime)
    guard end <= now else { return end }
    guard let fresh = curlabi_multi_make() else { return now.addingSaturated(1_000_000_000) }
    idleSince = nil
    isUsed = false
    // libcurl 7.75 to 7.76.1 has connections refer to the handle that made them, so handles go last.
    curlabi_multi_free(multi)
    idleHandles = []
    multi = fresh
    curlabi_loop_use(loop, multi)
    limitConnections()
    return .max
  }

  func limitConnections() {
    let configuration = settings.configuration
    curlabi_multi_set_long(multi, Int32(CurlABIMultiOptionMaximumConnections), configuration.maximumConnections)
    curlabi_multi_set_long(
      multi,
      Int32(CurlABIMultiOptionMaximumHostConnections),
      configuration.maximumConnectionsPerHost
    )
    limitIdleConnections()
  }

  /// libcurl's limit counts the busy connections as well.
  func limitIdleConnections() {
    let limit = active.count + settings.configuration.maximumIdleConnections
    curlabi_multi_set_long(multi, Int32(CurlABIMultiOptionMaximumIdleConnections), max(1, limit))
  }
}
#endif
