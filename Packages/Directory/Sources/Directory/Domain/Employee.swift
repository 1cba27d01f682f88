public import Foundation

/// A person in the directory, with unsanitized strings, exactly as the service sent them.
public struct Employee: Sendable, Hashable, Identifiable {
  /// The identifier, unique within a list.
  public let id: UUID
  /// The full name, which may be blank.
  public let fullName: String
  /// The e-mail address, which isn't validated.
  public let emailAddress: String
  /// The team name.
  public let team: String
  /// The employment type.
  public let type: EmployeeType
  /// The phone number as sent, possibly with characters other than digits; `nil` if the service sent none.
  public let phoneNumber: String?
  /// The biography, written by the employee.
  public let biography: String?
  /// The photo shown in list rows.
  public let smallPhoto: PhotoAddress?
  /// The photo shown on the employee's page.
  public let largePhoto: PhotoAddress?

  init(
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

  /// The full name, or the e-mail address if the name is blank.
  public var displayName: String {
    fullName.utf8.allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) } ? emailAddress : fullName
  }
}

/// An employment type; the raw value is the service's spelling.
public enum EmployeeType: String, Sendable, Hashable, CaseIterable {
  case fullTime = "FULL_TIME"
  case partTime = "PART_TIME"
  case contractor = "CONTRACTOR"

  /// The value on the command line and in searches: `full-time`, `part-time` or `contractor`.
  public var word: String {
    switch self {
    case .fullTime: "full-time"
    case .partTime: "part-time"
    case .contractor: "contractor"
    }
  }

  /// The human-readable name, such as "Full-time".
  public var title: String {
    switch self {
    case .fullTime: "Full-time"
    case .partTime: "Part-time"
    case .contractor: "Contractor"
    }
  }

  var rank: Int {
    switch self {
    case .fullTime: 0
    case .partTime: 1
    case .contractor: 2
    }
  }
}

/// A photo address, stored as a string because a `URL` takes more memory.
public struct PhotoAddress: Sendable, Hashable {
  /// The address as the service sent it.
  public let text: String

  init(_ text: String) { self.text = text }

  /// The address as a URL, or `nil` if it isn't an absolute `http` or `https` URL.
  ///
  /// A placeholder replaces photos without a URL.
  var url: URL? {
    guard let url = URL(string: text), let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https",
      url.host(percentEncoded: true)?.isEmpty == false
    else { return nil }
    return url
  }
}
