public import Networking
public import NetworkingFoundation

/// TLS settings for ``LoopbackServer``, with its own authority and a certificate for `localhost` and 127.0.0.1.
///
/// Each instance creates new certificates, which are valid for a week. Several servers can share an instance.
///
/// ```swift
/// let tls = try ServerTLS()
/// let server = try LoopbackServer(configuration: .init(tls: tls)) { _ in .text("hello") }
/// var configuration = TransportConfiguration()
/// configuration.trustedAuthorities = .only(tls.authority)
/// let client = try SystemTransport.make(configuration: configuration)
/// let response = try await client.send(HTTPRequest(url: server.url))  // https://localhost:49152/
/// ```
public final class ServerTLS: Sendable {
  /// The server's certificate.
  public enum Certificate: Sendable, Hashable, CaseIterable {
    /// A certificate that clients accept if they trust the authority.
    case valid
    /// A certificate that expired a day ago.
    case expired
    /// A certificate for the host `other.example`.
    case otherHost
  }

  /// The authority's certificate, in PEM form.
  public let authority: Data
  /// A client certificate from the authority, followed by its private key, in PEM form.
  public let clientCertificate: Data
  /// The server's public key, for clients that pin it.
  public let publicKeyPin: PublicKeyPin
  let sendsCloseNotify: Bool
  let openSSL: OpenSSL
  let context: OpenSSLObject
  let client: OpenSSL.Identity

  /// Creates keys and certificates.
  ///
  /// A server can require a client certificate from the authority. Without `close_notify` alerts, clients can't tell the
  /// end of a body of unknown length from a lost connection.
  ///
  /// - Throws: ``LoopbackServerError`` if OpenSSL isn't installed.
  public convenience init(
    certificate: Certificate = .valid,
    requiresClientCertificate: Bool = false,
    sendsCloseNotify: Bool = true
  ) throws(LoopbackServerError) {
    try self.init(certificate, requiresClientCertificate, sendsCloseNotify, speaksHTTP2: false)
  }

  package init(
    _ kind: Certificate = .valid,
    _ requiresClientCertificate: Bool = false,
    _ sendsCloseNotify: Bool = true,
    speaksHTTP2: Bool
  ) throws(LoopbackServerError) {
    typealias SetOptions = @convention(c) (OpenSSL.Pointer?, UInt64) -> UInt64
    typealias SetVerification = @convention(c) (OpenSSL.Pointer?, Int32, OpenSSL.Pointer?) -> Void
    typealias SetName = @convention(c) (OpenSSL.Pointer?, OpenSSL.Text, UInt32) -> Int32
    typealias SetSelection = @convention(c) (OpenSSL.Pointer?, ProtocolSelection, UnsafeMutableRawPointer?) -> Void

    let openSSL = try OpenSSL.loaded.get()
    // With equal names, a client that trusts several authorities could choose the wrong one.
    let issuer = try openSSL.makeIdentity(
      named: "LoopbackServer \(UInt32.random(in: 0...UInt32.max))",
      days: -7..<7,
      extensions: ["basicConstraints": "critical,CA:TRUE", "keyUsage": "critical,keyCertSign"]
    )
    let server = try openSSL.makeIdentity(
      named: "localhost",
      days: kind == .expired ? -7 ..< -1 : -1..<7,
      extensions: [
        "subjectAltName": kind == .otherHost ? "DNS:other.example" : "DNS:localhost,IP:127.0.0.1",
        "extendedKeyUsage": "serverAuth",
      ],
      issuer: issuer
    )
    client = try openSSL.makeIdentity(
      named: "client",
      days: -1..<7,
      extensions: ["extendedKeyUsage": "clientAuth"],
      issuer: issuer
    )
    authority = try openSSL.pem(of: issuer.certificate)
    clientCertificate = try openSSL.pem(of: client.certificate) + openSSL.pem(ofKey: client.key)
    let hash = try openSSL.hash(ofPublicKey: server.key).base64EncodedString()
    guard let pin = PublicKeyPin(sha256: hash) else { throw .tlsFailure(operation: "EVP_Digest") }
    publicKeyPin = pin

    let method = try openSSL.call("TLS_server_method", OpenSSL.Make.self) { $0() }
    let context = try openSSL.make("SSL_CTX_new", OpenSSL.Get.self, freedBy: "SSL_CTX_free") { $0(method) }
    let pointer = context.pointer
    // Clients of TLS 1.2 may not renegotiate (SSL_OP_NO_RENEGOTIATION).
    _ = try openSSL.call("SSL_CTX_set_options", SetOptions.self) { $0(pointer, 1 << 30) }
    try openSSL.perform("SSL_CTX_use_certificate", OpenSSL.Combine.self) { $0(pointer, server.certificate.pointer) }
    try openSSL.perform("SSL_CTX_use_PrivateKey", OpenSSL.Combine.self) { $0(pointer, server.key.pointer) }
    if requiresClientCertificate {
      // Without a name for its sessions, the server would refuse to resume them.
      try openSSL.perform("SSL_CTX_set_session_id_context", SetName.self) { $0(pointer, "loopback", 8) }
      let store = try openSSL.call("SSL_CTX_get_cert_store", OpenSSL.Get.self) { $0(pointer) }
      try openSSL.perform("X509_STORE_add_cert", OpenSSL.Combine.self) { $0(store, issuer.certificate.pointer) }
      let requireCertificate: Int32 = 3
      try openSSL.call("SSL_CTX_set_verify", SetVerification.self) { $0(pointer, requireCertificate, nil) }
    }
    let name: StaticString = speaksHTTP2 ? "h2" : "http/1.1"
    try openSSL.call("SSL_CTX_set_alpn_select_cb", SetSelection.self) {
      $0(pointer, selectProtocol, UnsafeMutableRawPointer(mutating: name.utf8Start))
    }
    self.sendsCloseNotify = sendsCloseNotify
    self.openSSL = openSSL
    self.context = context
  }
}

private typealias ProtocolSelection =
  @convention(c) (
    OpenSSL.Pointer?, UnsafeMutablePointer<UnsafePointer<UInt8>?>?, UnsafeMutablePointer<UInt8>?,
    UnsafePointer<UInt8>?, UInt32, UnsafeMutableRawPointer?
  ) -> Int32

// Selects the server's only protocol if the client offers it (RFC 7301); otherwise, the handshake continues without a protocol.
private let selectProtocol: ProtocolSelection = { _, selected, length, offers, count, name in
  let (found, notFound): (Int32, Int32) = (0, 3)
  guard let offers, let name else { return notFound }
  var rest = UnsafeRawBufferPointer(start: offers, count: Int(count))[...]
  while let size = rest.popFirst(), size <= rest.count {
    if Int(size) == strlen(name),
      rest.prefix(Int(size)).elementsEqual(UnsafeRawBufferPointer(start: name, count: Int(size)))
    {
      selected?.pointee = offers + rest.startIndex
      length?.pointee = size
      return found
    }
    rest = rest.dropFirst(Int(size))
  }
  return notFound
}
