import Directory
import FetchCounter
import Foundation
import Markets
import Portfolio

extension CompositionRoot {
  /// Requests and decodes one response from a service, bypassing the cache.
  ///
  /// The requests are the screens' requests, with the same key, retries and limits.
  func check(_ service: ConfiguredService) async throws(CommandFailure) {
    switch service {
    case .counter:
      let counter = try resolve(Keys.counterService)
      do { _ = try await counter.requestNextPath() } catch { throw CommandFailure(error) }
    case .directory:
      let directory = try employeeService { .normal }
      do throws(DirectoryError) {
        _ = try await directory.readEmployees()
      } catch {
        throw CommandFailure(DirectoryProblem(error))
      }
    case .markets:
      let markets = try resolve(Keys.marketsRepository)
      do throws(MarketsError) {
        _ = try await markets.quotes(of: [CoinID("bitcoin")].compactMap { $0 }, in: [.usd], policy: .refreshed)
      } catch {
        throw CommandFailure(MarketsProblem(error, now: system.now()))
      }
    }
  }
}
