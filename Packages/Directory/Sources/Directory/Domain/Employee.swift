public import Foundation

/// A person in the directory.
///
/// All texts are kept as the service sent them; they come from outside and are sanitized before they are shown.
public struct Employee: Sendable, Hashable, Identifiable {
  /// The identifier, which no two employees of a list share.
  public let id: UUID
  /// The name.
  public let fullName: String
  /// The e-mail address.
  public let emailAddress: String
  /// The team.
  public let team: String
  /// The type of employment.
  public let type: EmployeeType
  /// The number, digits only by the service's documentation; others are kept as they are.
  public let phoneNumber: String?
  /// The biography in the person's own words.
  public let biography: String?
  /// The picture for a row of a list.
  public let smallPhoto: PhotoAddress?
  /// The picture for a page of its own.
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

  /// The name to show: the full name, or the e-mail address if the name is blank.
  public var displayName: String {
    fullName.utf8.allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) } ? emailAddress : fullName
  }
}

/// A type of employment; the raw value is the service's.
public enum EmployeeType: String, Sendable, Hashable, CaseIterable {
  /// Full-time.
  case fullTime = "FULL_TIME"
  /// Part-time.
  case partTime = "PART_TIME"
  /// Contracted.
  case contractor = "CONTRACTOR"

  /// The word for command lines and searches: `full-time`, `part-time` or `contractor`.
  public var word: String {
    switch self {
    case .fullTime: "full-time"
    case .partTime: "part-time"
    case .contractor: "contractor"
    }
  }

  /// The words for people.
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

/// The address of a photo, kept as text, which takes less memory than a URL.
public struct PhotoAddress: Sendable, Hashable {
  /// The text as the service sent it.
  public let text: String

  init(_ text: String) { self.text = text }

  /// The address as a URL; `nil` for a text that is no absolute `http` or `https` URL, whose photo is then the placeholder.
  var url: URL? {
    guard let url = URL(string: text), let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https",
      url.host(percentEncoded: true)?.isEmpty == false
    else { return nil }
    return url
  }
}
