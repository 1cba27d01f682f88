import Components
import Foundation
import Terminal

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A program that ends in the way that it is told by a key.
@main
@MainActor
final class Probe: TerminalApp {
  private weak var runtime: AppRuntime?
  private var message = "Ready"

  let title = "Probe"
  let isAnimating = false

  static func main() async {
    let probe = Probe()
    let environment = ProcessInfo.processInfo.environment
    let device = SystemTerminal(environment: environment)
    let capabilities = OutputCapabilities.detected(choice: .auto, environment: environment, isTerminal: true)
    let runtime = AppRuntime(
      app: probe,
      device: device,
      environment: RenderEnvironment(capabilities: capabilities)
    )
    probe.runtime = runtime
    do {
      let end = try await runtime.run()
      print("ENDED \(end)")
      if case .signal(let number) = end { SystemTerminal.die(of: number) }
    } catch {
      print("FAILED \(error)")
      exit(1)
    }
  }

  func body(size: Size, in environment: RenderEnvironment) -> any Widget {
    VStack {
      Text(message)
      Text("Size \(size.width) x \(size.height)")
    }
  }

  func handle(_ event: InputEvent, over frame: RenderedFrame) {
    guard case .key(let press) = event else {
      if case .paste(let text) = event { message = "Pasted \(text.utf8.count)" }
      return
    }
    switch press {
    case .character("q"): runtime?.quit()
    case .character("t"): fatalError("Told to trap.")
    case .character("T"): Thread { fatalError("Told to trap elsewhere.") }.start()
    case .character("i"): message = String([1, 2, 3][Int(press.modifiers.rawValue) + message.count])
    case .character("v"): overflow(0)
    case .character("a"): abort()
    case .character("h"): while true { pause() }
    case .character("z"): runtime?.suspend()
    case .character("o"): Task { await outside() }
    case .character("e"): exit(7)
    default: message = "Key \(press)"
    }
  }

  /// Uses up the stack.
  private func overflow(_ depth: Int) {
    withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 16) { buffer in
      buffer.initializeMemory(as: UInt8.self, repeating: UInt8(truncatingIfNeeded: depth))
      overflow(depth + Int(buffer[0] & 1) + 1)
    }
  }

  /// Lets a shell have the terminal.
  private func outside() async {
    await runtime?.runOutside {
      var pid: pid_t = 0
      let script = "echo OUTSIDE; read answer; echo \"GOT $answer\"; read more"
      let arguments: [String] = ["sh", "-c", script]
      let words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
      guard posix_spawn(&pid, "/bin/sh", nil, nil, words, environ) == 0 else { return }
      var status: Int32 = 0
      while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
      for word in words { free(word) }
    }
    message = "Back"
  }
}
