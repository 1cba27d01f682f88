import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// From the start of the program to the end of the list, all of it from the cache.
struct WarmStartBenchmark {
  private static let rounds = 60

  let program: String

  func run() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "benchmark-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    var environment = ProcessInfo.processInfo.environment
    environment["FETCH_COUNTER_DATA_DIR"] = folder.appending(path: "data").path
    environment["FETCH_COUNTER_CACHE_DIR"] = folder.appending(path: "cache").path
    environment["FETCH_COUNTER_CONFIG"] = nil
    _ = try seconds(["markets", "list"], environment)
    // With --offline nothing can be sent; that the same list comes without it shows that nothing has to be.
    for words in [["markets", "list"], ["markets", "list", "--offline"]] {
      var times: [Double] = []
      for _ in 0..<Self.rounds { times.append(try seconds(words, environment)) }
      let median = times.sorted()[Self.rounds / 2]
      Measurement.report(words.joined(separator: " "), Measurement.milliseconds(median), limit: "at most 30 ms")
    }
  }

  /// The seconds from before the program's start until its end is known.
  private func seconds(_ words: [String], _ environment: [String: String]) throws -> Double {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    let arguments = ([program] + words).map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var process: pid_t = 0
    let start = DispatchTime.now().uptimeNanoseconds
    guard posix_spawn(&process, program, &actions, nil, arguments, variables) == 0 else {
      throw CocoaError(.fileReadNoSuchFile, userInfo: [NSFilePathErrorKey: program])
    }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    guard status == 0 else { throw CocoaError(.featureUnsupported, userInfo: [NSFilePathErrorKey: program]) }
    return Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
  }
}
