#if canImport(Darwin)
import Darwin

extension MemoryRelief {
  static func release() { _ = malloc_zone_pressure_relief(nil, 0) }
}
#endif
