/// The use case that loads the list; requests during a load share it.
///
/// A load continues when one of its waiters is cancelled, since others may wait for it.
public actor LoadEmployees {
  private let repository: any EmployeeRepository
  private let isLenient: Bool
  private var running: Task<Result<EmployeeList, DirectoryError>, Never>?

  /// Creates the use case; a lenient one counts malformed entries instead of failing.
  public init(repository: any EmployeeRepository, isLenient: Bool = false) {
    self.repository = repository
    self.isLenient = isLenient
  }

  /// Loads the list, which may be empty, or waits for the running load.
  public func execute() async throws(DirectoryError) -> EmployeeList {
    if let running { return try await running.value.get() }
    let task = Task {
      let result = await Self.load(from: repository, isLenient: isLenient)
      // Before anybody who waits goes on, so that who asks again gets a new load.
      running = nil
      return result
    }
    running = task
    return try await task.value.get()
  }

  /// Runs beside the actor, so that others can join meanwhile.
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
  /// Reads all entries, the good ones and the others; never from a disk cache.
  ///
  /// - Returns: What the source has, in its order.
  /// - Throws: Why there is no list at all.
  func readEmployees() async throws(DirectoryError) -> EmployeeReading
}

/// The content of a source: the employees and the malformed entries.
public struct EmployeeReading: Sendable {
  /// The employees in the order of the source; identifiers may be there twice.
  var employees: [Employee]
  /// The place of each employee in the list, counted from 0; empty where no entry is missing, and places are positions.
  var places: [Int]
  var malformed: [MalformedEmployee]

  /// Creates a reading.
  public init(employees: [Employee] = [], places: [Int] = [], malformed: [MalformedEmployee] = []) {
    self.employees = employees
    self.places = places
    self.malformed = malformed
  }
}

/// The reason why the list of employees isn't available.
public enum DirectoryError: Error, Sendable {
  /// The request failed: the network layer's error, unchanged.
  case service(any Error)
  /// The list is there, but an entry of it is no employee.
  case malformed(MalformedEmployees)
  /// A file that was to be read instead of the service can't be read.
  case unreadableFile(path: String, reason: String)
  /// The content of a file is no list of employees at all.
  case unreadableDocument(path: String, reason: String)
}
