import Foundation

extension LockHolder {
  /// This process.
  public static let current = LockHolder(
    process: ProcessInfo.processInfo.processIdentifier,
    program: ProcessInfo.processInfo.processName
  )
}
