import Foundation
import Networking

extension Configuration {
  /// The CoinGecko key to send to an address; nil where none is set, or where the service there takes none.
  ///
  /// - Parameter address: The address of the markets service.
  /// - Returns: The key.
  /// - Throws: A failure with exit code 2 where the key would be sent unencrypted to another machine, unless
  ///   ``Settings/allowsInsecureKey`` is on; or the reason why a setting can't be used.
  func marketsKey(for address: URL) throws(CommandFailure) -> String? {
    guard try value(Settings.marketsSource) == .coingecko, let key = try resolved(Settings.coingeckoKey)?.value
    else { return nil }
    guard let origin = Origin(address), origin.scheme == "http", !origin.isLoopback,
      try value(Settings.allowsInsecureKey) == .off
    else { return key }
    let variable = Settings.allowsInsecureKey.specification.environmentVariable
    throw CommandFailure(
      exitCode: .usage,
      kind: "insecure_key",
      message: "The CoinGecko key isn't sent to \(origin): the connection would not be encrypted.",
      hint: """
        Use an address that begins with https:// as markets_url. To accept that others on the network can read the key, set \
        \(variable)=on.
        """
    )
  }
}
