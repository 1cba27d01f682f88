import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// What this machine's network interfaces say.
enum NetworkState {
  /// Whether no interface but loopback is up and has an address; asked only after something failed.
  static func isOffline() -> Bool {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&list) == 0 else { return false }
    defer { freeifaddrs(list) }
    var next = list
    while let interface = next?.pointee {
      next = interface.ifa_next
      let family = interface.ifa_addr?.pointee.sa_family
      guard family == sa_family_t(AF_INET) || family == sa_family_t(AF_INET6) else { continue }
      let flags = Int(interface.ifa_flags)
      if flags & Int(IFF_UP) != 0, flags & Int(IFF_LOOPBACK) == 0 { return false }
    }
    return true
  }
}
