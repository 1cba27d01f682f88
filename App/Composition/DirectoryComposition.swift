import Components
import Directory
import Foundation
import Images
import Navigation
import Networking

extension CompositionRoot {
  /// Returns the repository for the configured service or the built-in one.
  func employeeService(scenario: DirectoryScenario) throws(CommandFailure) -> any EmployeeRepository {
    let url = try configuration.resolved(Settings.directoryURL)?.value ?? SampleServicesTransport.directoryURL
    return EmployeeService(
      client: APIClient(
        api: DirectoryAPI(baseURL: url),
        transport: try resolve(Keys.transport),
        middleware: try resolve(Keys.middleware).middleware,
        timeouts: try configuration.timeouts()
      ),
      scenario: scenario
    )
  }

  /// Returns the repository for photos, which may be on any host.
  func photoService() throws(CommandFailure) -> any PhotoRepository {
    let transport = try resolve(Keys.transport)
    let middleware = try resolve(Keys.middleware).middleware
    let timeouts = try configuration.timeouts()
    return PhotoService { api in
      APIClient(api: api, transport: transport, middleware: middleware, timeouts: timeouts)
    }
  }

  func directoryCoordinator(
    source: any Navigator,
    effects: any ScreenEffects
  ) throws(CommandFailure) -> DirectoryCoordinator {
    DirectoryCoordinator(
      loadEmployees: LoadEmployees(repository: try employeeService(scenario: .normal)),
      photos: try photoService(),
      decoder: ImagesPhotoDecoder(),
      source: source,
      effects: effects
    )
  }
}

/// Decodes photos with the package Images, within generous limits for photos of people.
struct ImagesPhotoDecoder: PhotoDecoding {
  /// Pixels that a screen can't draw; the decoder returns none.
  private struct Unusable: Error {}

  private static let limits = ImageLimits(maximumWidth: 8_192, maximumHeight: 8_192, maximumMemory: 128 << 20)

  func image(from file: Data, fitting side: Int) throws -> PixelImage {
    let image = try ImageDecoder.decode(file, limits: Self.limits).scaled(
      toFitWidth: side,
      height: side,
      enlarging: false
    )
    guard let pixels = PixelImage(width: image.width, height: image.height, bytes: image.pixels) else {
      throw Unusable()
    }
    return pixels
  }
}
