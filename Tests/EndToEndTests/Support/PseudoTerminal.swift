import Foundation

struct PseudoTerminal {
  struct Outcome: Sendable {
    let exitCode: Int32
    let screen: String
  }

  private let controller: FileHandle
  private let program: FileHandle

  init() throws {
    var controllerDescriptor: Int32 = -1
    var programDescriptor: Int32 = -1
    guard openpty(&controllerDescriptor, &programDescriptor, nil, nil, nil) == 0 else {
      throw CocoaError(.fileNoSuchFile)
    }
    controller = FileHandle(fileDescriptor: controllerDescriptor, closeOnDealloc: true)
    program = FileHandle(fileDescriptor: programDescriptor, closeOnDealloc: true)
  }

  /// Runs the program on this terminal with all input typed in advance.
  func run(_ program: ProgramUnderTest, _ arguments: [String], typing text: String) async throws -> Outcome {
    try controller.write(contentsOf: Data(text.utf8))
    let terminal = SpawnedProcess.Stream.descriptor(self.program.fileDescriptor)
    let process = try SpawnedProcess(
      executable: ProgramUnderTest.executable.path,
      arguments: arguments,
      environment: program.cleanEnvironment,
      input: terminal,
      output: terminal,
      messages: terminal
    )
    let ending = await process.wait()
    // This side of the terminal is still open, so reading doesn't block.
    let screen = try readAvailable()
    return Outcome(exitCode: ending.exitCode, screen: screen)
  }

  private func readAvailable() throws -> String {
    let descriptor = controller.fileDescriptor
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer[..<count]
    }
  }
}
