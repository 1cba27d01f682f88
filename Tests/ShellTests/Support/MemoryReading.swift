import Foundation

#if canImport(Glibc)
import Glibc
#endif

/// The memory usage of this process, in bytes.
struct MemoryReading: CustomStringConvertible {
  /// The number of allocated bytes that haven't been freed.
  let allocated: Int
  /// The number of resident bytes, including mapped files.
  let resident: Int

  /// Reads the memory usage after the allocator has returned free memory; `nil` if the C library or the system doesn't report it.
  static func now() -> MemoryReading? {
    #if canImport(Glibc)
    // The C library's module doesn't include `malloc.h`.
    typealias Trim = @convention(c) (Int) -> Int32
    typealias Inform = @convention(c) (Int32, UnsafeMutablePointer<FILE>) -> Int32
    guard let program = dlopen(nil, RTLD_NOW),
      let trim = dlsym(program, "malloc_trim"),
      let inform = dlsym(program, "malloc_info")
    else { return nil }
    _ = unsafeBitCast(trim, to: Trim.self)(0)
    var characters: UnsafeMutablePointer<CChar>?
    var count = 0
    guard let stream = open_memstream(&characters, &count) else { return nil }
    _ = unsafeBitCast(inform, to: Inform.self)(0, stream)
    fclose(stream)
    defer { free(characters) }
    guard let characters,
      let allocated = allocated(in: String(cString: characters)),
      let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
      let pages = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else { return nil }
    return MemoryReading(allocated: allocated, resident: pages * Int(sysconf(Int32(_SC_PAGESIZE))))
    #else
    return nil
    #endif
  }

  /// Returns the size of the heaps minus their free blocks, from the totals at the end of `malloc_info`.
  private static func allocated(in document: String) -> Int? {
    func size(_ element: String) -> Int? {
      guard let start = document.range(of: element, options: .backwards)?.upperBound,
        let attribute = document.range(of: "size=\"", range: start..<document.endIndex)
      else { return nil }
      return Int(document[attribute.upperBound...].prefix { $0.isNumber })
    }
    guard let heaps = size("<system type=\"current\""), let mapped = size("<total type=\"mmap\""),
      let fast = size("<total type=\"fast\""), let rest = size("<total type=\"rest\"")
    else { return nil }
    return heaps + mapped - fast - rest
  }

  var description: String { "\(Self.text(allocated)) allocated, \(Self.text(resident)) resident" }

  private static func text(_ bytes: Int) -> String { "\(bytes / 1_000_000).\(bytes / 100_000 % 10) MB" }
}
