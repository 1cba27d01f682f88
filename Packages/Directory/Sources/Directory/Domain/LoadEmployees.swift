/// The use case that loads the employee list, sharing one load between concurrent callers.
///
/// Cancelling a caller doesn't cancel the load, because other callers may be waiting for it.
public actor LoadEmployees {
  private let repository: any EmployeeRepository
  private let isLenient: Bool
  private var running: Task<Result<EmployeeList, DirectoryError>, Never>?

  /// Creates the use case.
  ///
  /// A lenient use case omits malformed entries. Otherwise, a malformed entry makes the load fail.
  public init(repository: any EmployeeRepository, isLenient: Bool = false) {
    self.repository = repository
    self.isLenient = isLenient
  }

  /// Loads the list, which may be empty, or waits for the load in progress.
  public func execute() async throws(DirectoryError) -> EmployeeList {
    if let running { return try await running.value.get() }
    let task = Task {
      let result = await Self.load(from: repository, isLenient: isLenient)
      // Reset before any waiter resumes, because a waiter may start a new load.
      running = nil
      return result
    }
    running = task
    return try await task.value.get()
  }

  /// Loads the list outside the actor, so other callers can join the load.
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
  /// Reads all entries in source order, both well-formed and malformed, without using a disk cache.
  func readEmployees() async throws(DirectoryError) -> EmployeeReading
}

/// A source's content: the employees and the malformed entries.
public struct EmployeeReading: Sendable {
  /// The employees in source order, possibly with duplicate identifiers.
  var employees: [Employee]
  /// Each employee's index in the source's list, starting at 0, or an empty array if no entry is malformed.
  var places: [Int]
  var malformed: [MalformedEmployee]

  /// Creates a reading; `places` can be empty if no entry is malformed.
  public init(employees: [Employee] = [], places: [Int] = [], malformed: [MalformedEmployee] = []) {
    self.employees = employees
    self.places = places
    self.malformed = malformed
  }
}

/// The reason why the employee list isn't available.
public enum DirectoryError: Error, Sendable {
  /// The request failed with a networking error.
  case service(any Error)
  /// The received list contains malformed entries.
  case malformed(MalformedEmployees)
  /// A file that was specified instead of the service can't be read.
  case unreadableFile(path: String, reason: String)
  /// The file content isn't an employee list.
  case unreadableDocument(path: String, reason: String)
}
