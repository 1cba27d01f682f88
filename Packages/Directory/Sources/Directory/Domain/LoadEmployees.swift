/// The use case of loading the list.
///
/// Callers during a load share its result.
///
/// Canceling one caller doesn't cancel the load, because other callers may be waiting for it.
public actor LoadEmployees {
  private let repository: any EmployeeRepository
  private let isLenient: Bool
  private var running: Task<Result<EmployeeList, DirectoryError>, Never>?

  /// Creates the use case.
  ///
  /// If it is lenient, malformed entries are omitted instead of failing the load.
  public init(repository: any EmployeeRepository, isLenient: Bool = false) {
    self.repository = repository
    self.isLenient = isLenient
  }

  /// Loads the list, which may be empty, or waits for the load in progress.
  public func execute() async throws(DirectoryError) -> EmployeeList {
    if let running { return try await running.value.get() }
    let task = Task {
      let result = await Self.load(from: repository, isLenient: isLenient)
      // Reset before any waiter resumes, so that a waiter can start a new load.
      running = nil
      return result
    }
    running = task
    return try await task.value.get()
  }

  /// Loads the list outside the actor, so that other callers can join during the load.
  private nonisolated static func load(
    from repository: any EmployeeRepository,
    isLenient: Bool
  ) async -> Result<EmployeeList, DirectoryError> {
    let reading: EmployeeReading
    do throws(DirectoryError) {
      reading = try await repository.readEmployees()
    } catch {
      return .failure(error)
    }
    do throws(MalformedEmployees) {
      return .success(try EmployeeList(reading, isLenient: isLenient))
    } catch {
      return .failure(.malformed(error))
    }
  }
}

/// A source of employees.
public protocol EmployeeRepository: Sendable {
  /// Reads all entries, well-formed and malformed, without using a disk cache.
  ///
  /// - Returns: The entries, in the order of the source.
  /// - Throws: A ``DirectoryError`` if the source has no readable list.
  func readEmployees() async throws(DirectoryError) -> EmployeeReading
}

/// The content of a source: the employees and the malformed entries.
public struct EmployeeReading: Sendable {
  /// The employees in the order of the source.
  ///
  /// Identifiers may be repeated.
  var employees: [Employee]
  /// The index of each employee in the source's list, starting at 0.
  ///
  /// The array is empty if no entry is malformed, because positions and indices are then the same.
  var places: [Int]
  var malformed: [MalformedEmployee]

  /// Creates a reading.
  ///
  /// `places` can be empty if no entry is malformed.
  public init(employees: [Employee] = [], places: [Int] = [], malformed: [MalformedEmployee] = []) {
    self.employees = employees
    self.places = places
    self.malformed = malformed
  }
}

/// The reason why the list of employees isn't available.
public enum DirectoryError: Error, Sendable {
  /// The request failed with an error of the networking layer.
  case service(any Error)
  /// The received list contains malformed entries.
  case malformed(MalformedEmployees)
  /// A file that replaces the service can't be read.
  case unreadableFile(path: String, reason: String)
  /// The content of a file isn't a list of employees.
  case unreadableDocument(path: String, reason: String)
}
