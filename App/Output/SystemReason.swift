import Foundation

/// Why the system did not do what it was asked for, in its words: those that Foundation puts in their place say less.
struct SystemReason: CustomStringConvertible {
  let description: String

  init(_ error: any Error) {
    if let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError, cause.domain == NSPOSIXErrorDomain {
      description = String(cString: strerror(Int32(cause.code))).lowercased()
    } else {
      description = error.localizedDescription.trimmingCharacters(in: CharacterSet(charactersIn: "."))
    }
  }
}
