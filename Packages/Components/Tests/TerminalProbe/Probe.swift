import Components
import Foundation
import Terminal
import TerminalSignals

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A program that ends in different ways, selected by key.
@main
@MainActor
final class Probe: TerminalApp {
  private weak var runtime: AppRuntime?
  private var message = "Ready"
  private var keyCount = 0

  let title = "Probe"
  let isAnimating = false

  static func main() async {
    let probe = Probe()
    let environment = ProcessInfo.processInfo.environment
    // Install handlers that return, as the Swift runtime's backtrace handlers do.
    if environment["PROBE_HANDLERS"] != nil {
      for number in [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGQUIT] { signal(number) { _ in } }
    }
    if let grace = environment["PROBE_GRACE"].flatMap({ UInt32($0) }) { terminal_signals_set_grace(grace) }
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
      Text("Keys \(keyCount).")
    }
  }

  func handle(_ event: InputEvent, over frame: RenderedFrame) {
    guard case .key(let press) = event else {
      if case .paste(let text) = event { message = "Pasted \(text.utf8.count)" }
      return
    }
    keyCount += 1
    switch press {
    case .character("q"): runtime?.quit()
    case .character("t"): fatalError("Told to trap.")
    case .character("T"): Thread { fatalError("Told to trap elsewhere.") }.start()
    case .character("i"): message = String([1, 2, 3][Int(press.modifiers.rawValue) + message.count])
    case .character("v"): overflow(0)
    case .character("a"): abort()
    case .character("h"):
      FileHandle.standardOutput.write(Data("Hanging".utf8))
      while true { pause() }
    case .character("z"): runtime?.suspend()
    case .character("e"): exit(7)
    case .character("b"): for _ in 0..<4 { runtime?.copy(String(repeating: "b", count: 70_000)) }
    default: message = "Key \(press)"
    }
  }

  private func overflow(_ depth: Int) {
    withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 16) { buffer in
      buffer.initializeMemory(as: UInt8.self, repeating: UInt8(truncatingIfNeeded: depth))
      overflow(depth + Int(buffer[0] & 1) + 1)
    }
  }
}
