import Directory

/// What the directory's commands need of the program; the composition root makes it.
@MainActor
protocol DirectoryCommandServices {
  /// The configured service, or the one inside the program.
  func employeeService(scenario: DirectoryScenario) throws(CommandFailure) -> any EmployeeRepository

  /// Photos over the program's cache.
  func photoService() throws(CommandFailure) -> any PhotoRepository
}

extension DirectoryCommandServices {
  /// The list that a command asks for: from a file, or else from the service.
  func employeeList(for invocation: Invocation) async throws(CommandFailure) -> EmployeeList {
    let repository: any EmployeeRepository
    if let path = invocation[.employeeFile] {
      repository = EmployeeFile(path: path) { path, limit in try InputFile(path, limit: limit).content }
    } else {
      repository = try employeeService(scenario: invocation[.scenario])
    }
    do throws(DirectoryError) {
      return try await LoadEmployees(repository: repository, isLenient: invocation[.lenient]).execute()
    } catch {
      throw CommandFailure(DirectoryProblem(error))
    }
  }
}
