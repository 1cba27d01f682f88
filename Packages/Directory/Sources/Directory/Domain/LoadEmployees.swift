/// The use case that loads the list: one load at a time, whoever asks.
///
/// A load that is asked for while one is running is the running one, so that a refresh during a load sends nothing. The
/// running load goes on when one of those who wait is cancelled, since others may wait for it, too.
public actor LoadEmployees {
  private let repository: any EmployeeRepository
  private let isLenient: Bool
  private var running: Task<Result<EmployeeList, DirectoryError>, Never>?

  /// Makes the use case.
  ///
  /// - Parameters:
  ///   - repository: Where employees come from.
  ///   - isLenient: Whether malformed entries are left out and counted, rather than making the whole list an error.
  public init(repository: any EmployeeRepository, isLenient: Bool = false) {
    self.repository = repository
    self.isLenient = isLenient
  }

  /// Loads the list, or waits for the load that is running.
  ///
  /// - Returns: The list; one without any entry is no error.
  /// - Throws: Why there is none.
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
