import Dispatch
import TerminalSignals

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A program that is run to its end on the terminal of this one.
enum OutsideProgram {
  /// Runs it on a thread that may be blocked meanwhile; the status as shells give it.
  static func run(_ command: [String], environment: [String: String]) async -> Result<Int32, TerminalError> {
    guard let name = command.first else { return .failure(.system(operation: "starting nothing", code: EINVAL)) }
    return await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        var status: Int32 = 0
        let code = withWords(command) { arguments in
          withWords(environment.map { "\($0)=\($1)" }) { terminal_signals_run(arguments, $0, &status) }
        }
        continuation.resume(
          returning: code == 0 ? .success(status) : .failure(.system(operation: "starting \(name)", code: code))
        )
      }
    }
  }

  /// Calls a function with texts as C passes them to programs.
  private static func withWords(
    _ texts: [String],
    _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Int32
  ) -> Int32 {
    let words: [UnsafeMutablePointer<CChar>?] = texts.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    return words.withUnsafeBufferPointer { buffer in buffer.baseAddress.map(body) ?? EINVAL }
  }
}
