public import NetworkingFoundation

/// The certificate authorities that a transport trusts.
public struct TrustedAuthorities: Sendable, Hashable {
  package let includesSystem: Bool
  package let certificates: Data

  private init(includesSystem: Bool, certificates: Data) {
    self.includesSystem = includesSystem
    self.certificates = certificates
  }

  /// The system's trusted authorities.
  public static let system = TrustedAuthorities(includesSystem: true, certificates: Data())

  /// Returns the system's trusted authorities together with additional certificates in PEM form.
  public static func system(and certificates: Data) -> TrustedAuthorities {
    TrustedAuthorities(includesSystem: true, certificates: certificates)
  }

  /// Returns the given authorities in PEM form, without the system's authorities.
  public static func only(_ certificates: Data) -> TrustedAuthorities {
    TrustedAuthorities(includesSystem: false, certificates: certificates)
  }
}

/// The SHA-256 hash of a public key (SubjectPublicKeyInfo; RFC 7469, section 2.4).
public struct PublicKeyPin: Sendable, Hashable {
  /// The hash in Base64.
  package let sha256: String

  /// Creates a pin from a hash in Base64; `nil` if the text isn't the Base64 encoding of 32 bytes.
  ///
  /// This command prints a certificate's pin: `openssl x509 -pubkey -noout | openssl pkey -pubin -outform der | openssl
  /// dgst -sha256 -binary | base64`.
  public init?(sha256: String) {
    guard Data(base64Encoded: sha256)?.count == 32 else { return nil }
    self.sha256 = sha256
  }
}

/// A client certificate with its private key; the key and the passphrase are redacted in printed and dumped values.
///
/// libcurl before 7.71 supports only certificates in files. TLS libraries other than OpenSSL support only PEM files.
public struct ClientCertificate: Sendable {
  enum Content: Sendable {
    case memory(Data)
    case file(String)
  }

  enum Format: Sendable {
    case pem
    case pkcs12
  }

  let format: Format
  let certificate: Content
  /// The private key; `nil` if it is stored together with the certificate.
  let key: Content?
  let passphrase: String?

  /// Creates a client certificate from PEM data, in which any intermediate certificates follow the certificate.
  ///
  /// `key` is `nil` if `certificates` contains the key; the passphrase is for an encrypted key.
  public init(pem certificates: Data, key: Data? = nil, passphrase: String? = nil) {
    self.init(format: .pem, certificate: .memory(certificates), key: key.map { .memory($0) }, passphrase: passphrase)
  }

  /// Creates a client certificate from PEM files, which are read again for each connection.
  ///
  /// Intermediate certificates follow the certificate. `keyFile` is `nil` if `pemFile` contains the private key.
  public init(pemFile: URL, keyFile: URL? = nil, passphrase: String? = nil) {
    self.init(
      format: .pem,
      certificate: .file(pemFile.path(percentEncoded: false)),
      key: keyFile.map { .file($0.path(percentEncoded: false)) },
      passphrase: passphrase
    )
  }

  /// Creates a client certificate from a PKCS#12 archive (`.p12`, `.pfx`).
  public init(pkcs12 archive: Data, passphrase: String) {
    self.init(format: .pkcs12, certificate: .memory(archive), key: nil, passphrase: passphrase)
  }

  /// Creates a client certificate from a PKCS#12 file, which is read again for each connection.
  public init(pkcs12File: URL, passphrase: String) {
    let path = pkcs12File.path(percentEncoded: false)
    self.init(format: .pkcs12, certificate: .file(path), key: nil, passphrase: passphrase)
  }

  private init(format: Format, certificate: Content, key: Content?, passphrase: String?) {
    self.format = format
    self.certificate = certificate
    self.key = key
    self.passphrase = passphrase
  }
}

extension ClientCertificate: SecretHolder {
  /// The format and the file, if any; secrets are redacted.
  public var description: String {
    let name = format == .pem ? "PEM" : "PKCS#12"
    return if case .file(let path) = certificate { "\(name) \(path)" } else { name }
  }

  var mirrored: KeyValuePairs<String, Any> { ["certificate": description] }
}
