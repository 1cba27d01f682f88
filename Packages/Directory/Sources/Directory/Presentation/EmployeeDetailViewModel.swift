import Basics
import Components
import Foundation
import Networking
import Observation

@MainActor
@Observable
final class EmployeeDetailViewModel {
  private(set) var id: Employee.ID

  private let list: EmployeeListViewModel
  @ObservationIgnored private let onMove: @MainActor (Employee.ID) -> Void

  init(
    id: Employee.ID,
    list: EmployeeListViewModel,
    onMove: @escaping @MainActor (Employee.ID) -> Void = { _ in }
  ) {
    self.id = id
    self.list = list
    self.onMove = onMove
  }

  /// The employee's loading state; the loaded value is `nil` if the list doesn't contain the identifier.
  var state: LoadState<Employee?, DirectoryProblem> {
    if let employee = list.list?.employee(id) { return .loaded(employee) }
    return switch list.state {
    case .initial: .initial
    case .loading: .loading(previous: nil)
    case .failed(let problem, _) where list.list == nil: .failed(problem, previous: nil)
    case .loaded, .failed: .loaded(nil)
    }
  }

  /// The employee's row number, starting at 1, and the row count, or `nil` if a search or filter hides the row.
  var place: (row: Int, count: Int)? { list.rows.row(of: id).map { ($0 + 1, list.rows.count) } }

  var colleagues: [Employee] { list.list?.colleagues(of: id) ?? [] }

  func startLoadingIfNeeded() { list.startLoadingIfNeeded() }

  func cancelLoading() -> Bool { list.cancelLoading() }

  func reload() { list.startLoading() }

  func canMove(by distance: Int) -> Bool { list.rows.item(distance, from: id) != nil }

  /// Shows and selects the employee `distance` rows further down, or further up if `distance` is negative.
  func move(by distance: Int) {
    guard let next = list.rows.item(distance, from: id)?.id else { return }
    id = next
    list.rows.select(next)
    onMove(next)
  }
}

/// A user-facing description of an error that occurred while loading the list.
public struct DirectoryProblem: Sendable {
  /// The underlying error.
  public let error: DirectoryError
  /// The message, as one or more sentences.
  public let message: String
  /// The recovery suggestion, if any.
  public let hint: String?

  /// Creates the description of an error.
  public init(_ error: DirectoryError) {
    self.error = error
    switch error {
    case .service(is CancellationError):
      message = "Loading was cancelled."
      hint = nil
    case .service(NetworkError.cacheMiss):
      message = "Requests are turned off with --offline, and the directory isn't stored on this machine."
      hint = "To load it, start without --offline."
    case .service(let error as NetworkError):
      message = error.message
      hint = error.recoverySuggestion
    case .service(let error):
      message = "\(error)"
      hint = nil
    case .malformed(let malformed):
      message = malformed.message
      hint = "Report the entry to the directory's operator, or list the others with 'directory list --lenient'."
    case .unreadableFile(let path, let reason):
      message = "\(Self.name(of: path)) can't be read: \(reason)."
      hint = "Check the path and the permissions."
    case .unreadableDocument(let path, let reason):
      message = "\(Self.name(of: path)) doesn't contain a usable list of employees: \(reason)."
      hint = "Use a file written by 'directory export --format json'."
    }
  }

  /// Whether the user cancelled the load, which isn't an error.
  var isCancellation: Bool {
    if case .service(is CancellationError) = error { true } else { false }
  }

  // Another attempt can't succeed while requests are turned off.
  func retryKeys(in environment: RenderEnvironment) -> [KeyHintBar.Hint] {
    if case .service(NetworkError.cacheMiss) = error { return [] }
    return [environment.hint(.character("r"), "Try again")]
  }

  /// Returns the message for a screen whose first load the user cancelled.
  func cancelledMessage(in environment: RenderEnvironment) -> StatusMessage {
    .empty("Loading cancelled", detail: "Press \(environment.key(.character("r"))) to load.")
  }

  private static func name(of path: String) -> String { path == "-" ? "Standard input" : "The file '\(path)'" }
}
