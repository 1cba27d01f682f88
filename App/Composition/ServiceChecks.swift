import Directory
import FetchCounter
import Foundation
import Markets
import Networking
import Portfolio

/// The result of a service check that didn't fail.
enum ServiceCheck: Equatable, Sendable {
  /// Nothing was sent, because the program is offline.
  case skippedOffline
  /// The service responds; the duration is `nil` for a download, whose duration depends on its size.
  case responds(in: Duration?)
}

extension CompositionRoot {
  /// Requests and decodes one response from a service, bypassing the cache.
  ///
  /// The requests are the same as the screens' requests, with the same key, retries and limits.
  func check(_ service: ConfiguredService) async throws(CommandFailure) -> ServiceCheck {
    guard try !resolve(Keys.middleware).isOffline else { return .skippedOffline }
    switch service {
    case .counter:
      let check = CheckCounterService(
        service: try resolve(Keys.counterService),
        turn: try resolve(Keys.fetchTurn),
        clock: system.clock
      )
      do { return .responds(in: try await check.execute()) } catch { throw CommandFailure(error) }
    case .directory:
      let directory = try employeeService { .normal }
      do throws(DirectoryError) {
        _ = try await directory.readEmployees()
      } catch {
        throw CommandFailure(DirectoryProblem(error))
      }
      return .responds(in: nil)
    case .markets:
      let markets = try resolve(Keys.marketsRepository)
      let start = ContinuousClock.now
      do throws(MarketsError) {
        // With any source, a page of the list takes a single request, regardless of the user's coins.
        _ = try await markets.coins(CoinQuery(currency: .usd, policy: .uncached))
      } catch {
        throw CommandFailure(MarketsProblem(error, now: system.now()))
      }
      return .responds(in: start.duration(to: .now))
    }
  }
}
