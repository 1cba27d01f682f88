public import Foundation

/// Flags that a person set in a JSON file: one object, with keys as names and truth values, numbers or strings as values.
///
/// A file that isn't there says nothing. One that can't be read or isn't such an object is a problem; what it said before is then still used.
public final class FileFlagProvider: FlagProvider {
  /// Returns the bytes of a file, or `nil` if there is none; throws an error whose description says why it can't be read.
  public typealias Reader = @Sendable (_ path: String) throws -> Data?

  /// The layer below the environment.
  public var layer: FlagLayer { .overrideFile }
  /// The path of the file.
  public let name: String
  private let read: Reader
  private let content: ChangeableReading
  private let lastGood = Guarded<[String: FlagContent]>([:])

  /// Creates a provider and reads the file.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - read: Reads the file; by default from disk, regular files of at most 1 MiB.
  public init(path: String, read: @escaping Reader = { try FlagFile.read($0) }) {
    name = path
    self.read = read
    content = ChangeableReading(FlagReading())
    reload()
  }

  /// Returns what the file said when it was last read.
  ///
  /// - Returns: The values and problems.
  public func reading() -> FlagReading { content.current }

  /// Calls a closure after every change that ``reload()`` found.
  ///
  /// - Parameter onChange: The closure.
  /// - Returns: Ends the calls when it is cancelled or released.
  public func observe(_ onChange: @escaping @Sendable () -> Void) -> FlagObservation {
    content.observers.add(onChange)
  }

  /// Reads the file again.
  public func reload() {
    content.replace {
      do {
        let values = try read(name).map { try FlagFile.values(of: $0) } ?? [:]
        lastGood.withLock { $0 = values }
        return FlagReading(values: values)
      } catch {
        let values = lastGood.withLock { $0 }
        let consequence =
          values.isEmpty ? "It says nothing about flags until then." : "What it said before is still used."
        return FlagReading(values: values, problems: ["\(name): \(error) \(consequence)"])
      }
    }
  }

  /// Reads the file again and again, until the current task is cancelled.
  ///
  /// The content is compared, not the times of the file: that notices a link that was turned to another file, and a change within the
  /// resolution of the file system's clock.
  ///
  /// - Parameters:
  ///   - interval: The time between two readings.
  ///   - clock: Measures the time.
  public func watch(every interval: Duration, clock: any Clock<Duration> = ContinuousClock()) async {
    while !Task.isCancelled {
      do {
        try await clock.sleep(for: interval)
      } catch {
        return  // Cancelled, which is how watching ends.
      }
      reload()
    }
  }
}
