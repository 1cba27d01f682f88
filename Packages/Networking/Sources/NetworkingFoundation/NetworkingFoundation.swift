// The part of Foundation that this package uses, and the modules that Foundation re-exports. Sources import this module instead
// of Foundation, because Foundation adds 47 MB to static programs, mostly ICU's data.
@_exported public import Dispatch

#if canImport(FoundationEssentials)
@_exported public import FoundationEssentials
#else
@_exported public import Foundation
#endif

#if canImport(Glibc)
@_exported public import Glibc
#elseif canImport(Musl)
@_exported public import Musl
#elseif canImport(Android)
@_exported public import Android
#endif
