import Basics
import Foundation
import Persistence

/// Why the system did not do what it was asked for, in its words: those that Foundation puts in their place say less.
struct SystemReason: CustomStringConvertible {
  let description: String
  /// The recovery suggestion; nil for errors without one.
  let cure: String?

  init(_ error: any Error) {
    if let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError, cause.domain == NSPOSIXErrorDomain {
      self.init(errorNumber: Int32(cause.code))
    } else {
      self.init(
        description: error.localizedDescription.trimmingCharacters(in: CharacterSet(charactersIn: ".")),
        cure: nil
      )
    }
  }

  /// The reason that a system call gave.
  init(errorNumber: Int32) {
    self.init(
      description: String(cString: strerror(errorNumber)).lowercased(),
      cure: SystemErrorCode(rawValue: errorNumber).recoverySuggestion
    )
  }

  private init(description: String, cure: String?) {
    self.description = description
    self.cure = cure
  }
}
