import FetchCounter
import Foundation
import LoopbackServer
import Networking
import Persistence
import SampleServices

/// Builds what a command needs, and only that: a command that sends nothing loads no transport and starts no server.
@MainActor
final class CompositionRoot {
  private let settings: Settings
  private let console: Console
  private let isVerbose: Bool
  private var sampleServices: SampleServices?

  init(settings: Settings, console: Console, isVerbose: Bool) {
    self.settings = settings
    self.console = console
    self.isVerbose = isVerbose
  }

  /// The count on disk.
  func fetchTallyStore() throws(CommandFailure) -> FetchTallyStore {
    FetchTallyStore(folder: try settings.dataFolder(), writtenBy: ProgramVersion.identification)
  }

  /// The counter feature's state.
  func fetchCounterViewModel() throws(CommandFailure) -> FetchCounterViewModel {
    let service = CounterServiceProvider(client: try client(of: CounterAPI(baseURL: try counterURL())))
    return FetchCounterViewModel(fetchResponseCode: FetchResponseCode(service: service, store: try fetchTallyStore()))
  }

  private func client<API: ServiceAPI>(of api: API) throws(CommandFailure) -> APIClient<API> {
    do throws(NetworkError) {
      return APIClient(
        api: api,
        transport: try SystemTransport.make(),
        middleware: isVerbose ? [requestLogger()] : [],
        timeouts: Timeouts(
          connect: settings.timeout,
          firstByte: settings.timeout,
          idle: settings.timeout,
          total: settings.timeout
        )
      )
    } catch {
      throw CommandFailure(error)
    }
  }

  private func requestLogger() -> RequestLogger {
    RequestLogger { [console] event in console.inform("\(event)") }
  }

  /// The configured service, or else the one inside the program, started with its first use.
  private func counterURL() throws(CommandFailure) -> URL {
    if let url = try settings.counterURL() { return url }
    if let running = sampleServices { return running.counterURL }
    do throws(LoopbackServerError) {
      let services = try SampleServices()
      sampleServices = services
      return services.counterURL
    } catch {
      throw CommandFailure(error)
    }
  }
}
