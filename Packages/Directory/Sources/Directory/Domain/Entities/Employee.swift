public import Foundation

/// A person in the directory.
///
/// All texts are kept as the service sent them; they come from outside and are sanitized before they are shown.
public struct Employee: Sendable, Hashable, Identifiable {
  /// The identifier, which no two employees of a list share.
  public let id: UUID
  /// The name.
  public let fullName: String
  /// Where mail goes.
  public let emailAddress: String
  /// The team.
  public let team: String
  /// How the person is employed.
  public let type: EmployeeType
  /// The number, digits only by the service's documentation; others are kept as they are.
  public let phoneNumber: String?
  /// What the person says about themselves.
  public let biography: String?
  /// The picture for a row of a list.
  public let smallPhoto: PhotoAddress?
  /// The picture for a page of its own.
  public let largePhoto: PhotoAddress?

  /// Makes an employee.
  public init(
    id: UUID,
    fullName: String,
    emailAddress: String,
    team: String,
    type: EmployeeType,
    phoneNumber: String? = nil,
    biography: String? = nil,
    smallPhoto: PhotoAddress? = nil,
    largePhoto: PhotoAddress? = nil
  ) {
    self.id = id
    self.fullName = fullName
    self.emailAddress = emailAddress
    self.team = team
    self.type = type
    self.phoneNumber = phoneNumber
    self.biography = biography
    self.smallPhoto = smallPhoto
    self.largePhoto = largePhoto
  }

  /// What the person is called where a name is needed: the name, or the e-mail address of somebody whose name is blank.
  public var displayName: String {
    fullName.utf8.allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) } ? emailAddress : fullName
  }
}
