import Networking

extension Configuration {
  /// How long a request may take, for each of its parts and as a whole.
  func timeouts() throws(CommandFailure) -> Timeouts {
    let timeout = try value(Settings.timeout)
    return Timeouts(connect: timeout, firstByte: timeout, idle: timeout, total: timeout)
  }
}
