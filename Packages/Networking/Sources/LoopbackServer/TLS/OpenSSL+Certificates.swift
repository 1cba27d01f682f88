import NetworkingFoundation

extension OpenSSL {
  struct Identity: Sendable {
    let certificate: OpenSSLObject
    let key: OpenSSLObject
  }

  /// Creates a certificate for a new key; without an issuer, the key signs its own certificate.
  func makeIdentity(
    named name: String,
    days: Range<Int>,
    extensions: KeyValuePairs<String, String>,
    issuer: Identity? = nil
  ) throws(LoopbackServerError) -> Identity {
    typealias SetNumber = @convention(c) (Pointer?, Int) -> Int32
    typealias SetTime = @convention(c) (Pointer?, Int) -> Pointer?
    typealias AddName = @convention(c) (Pointer?, Text, Int32, Text, Int32, Int32, Int32) -> Int32
    typealias Parse = @convention(c) (Pointer?, Pointer?, Text, Text) -> Pointer?
    typealias Add = @convention(c) (Pointer?, Pointer?, Int32) -> Int32
    typealias Sign = @convention(c) (Pointer?, Pointer?, Pointer?) -> Int32

    let key = try makeKey()
    let certificate = try make("X509_new", Make.self, freedBy: "X509_free") { $0() }
    let x509 = certificate.pointer
    try perform("X509_set_version", SetNumber.self) { $0(x509, 2) }
    let serial = try call("X509_get_serialNumber", Get.self) { $0(x509) }
    try perform("ASN1_INTEGER_set", SetNumber.self) { $0(serial, .random(in: 1...Int.max)) }
    let start = try call("X509_getm_notBefore", Get.self) { $0(x509) }
    let end = try call("X509_getm_notAfter", Get.self) { $0(x509) }
    _ = try call("X509_gmtime_adj", SetTime.self) { adjust in
      (adjust(start, days.lowerBound * 86_400), adjust(end, days.upperBound * 86_400))
    }
    try perform("X509_set_pubkey", Combine.self) { $0(x509, key.pointer) }
    let subject = try call("X509_get_subject_name", Get.self) { $0(x509) }
    let utf8: Int32 = 0x1000
    try perform("X509_NAME_add_entry_by_txt", AddName.self) { $0(subject, "CN", utf8, name, -1, -1, 0) }
    let issuerName = try call("X509_get_subject_name", Get.self) { $0(issuer?.certificate.pointer ?? x509) }
    try perform("X509_set_issuer_name", Combine.self) { $0(x509, issuerName) }
    for (name, value) in extensions {
      let field = try make("X509V3_EXT_conf", Parse.self, freedBy: "X509_EXTENSION_free") { $0(nil, nil, name, value) }
      try perform("X509_add_ext", Add.self) { $0(x509, field.pointer, -1) }
    }
    let hash = try call("EVP_sha256", Make.self) { $0() }
    try perform("X509_sign", Sign.self) { $0(x509, (issuer?.key ?? key).pointer, hash) }
    return Identity(certificate: certificate, key: key)
  }

  private func makeKey() throws(LoopbackServerError) -> OpenSSLObject {
    typealias MakeContext = @convention(c) (Int32, Pointer?) -> Pointer?
    typealias Configure = @convention(c) (Pointer?, Text, Text) -> Int32
    typealias Generate = @convention(c) (Pointer?, UnsafeMutablePointer<Pointer?>?) -> Int32
    let ellipticCurve: Int32 = 408
    let context = try make("EVP_PKEY_CTX_new_id", MakeContext.self, freedBy: "EVP_PKEY_CTX_free") {
      $0(ellipticCurve, nil)
    }
    try perform("EVP_PKEY_keygen_init", Step.self) { $0(context.pointer) }
    try perform("EVP_PKEY_CTX_ctrl_str", Configure.self) { $0(context.pointer, "ec_paramgen_curve", "P-256") }
    return try make("EVP_PKEY_keygen", Generate.self, freedBy: "EVP_PKEY_free") { generate in
      var key: Pointer?
      return generate(context.pointer, &key) > 0 ? key : nil
    }
  }

  func pem(of certificate: OpenSSLObject) throws(LoopbackServerError) -> Data {
    try data { buffer throws(LoopbackServerError) in
      try perform("PEM_write_bio_X509", Combine.self) { $0(buffer, certificate.pointer) }
    }
  }

  func pem(ofKey key: OpenSSLObject) throws(LoopbackServerError) -> Data {
    typealias Export = @convention(c) (Pointer?, Pointer?, Pointer?, Text, Int32, Pointer?, Text) -> Int32
    return try data { buffer throws(LoopbackServerError) in
      try perform("PEM_write_bio_PKCS8PrivateKey", Export.self) { $0(buffer, key.pointer, nil, nil, 0, nil, nil) }
    }
  }

  func hash(ofPublicKey key: OpenSSLObject) throws(LoopbackServerError) -> Data {
    typealias Digest =
      @convention(c) (
        UnsafeRawPointer?, Int, UnsafeMutableRawPointer?, UnsafeMutablePointer<UInt32>?, Pointer?, Pointer?
      ) -> Int32
    let publicKey = try data { buffer throws(LoopbackServerError) in
      try perform("i2d_PUBKEY_bio", Combine.self) { $0(buffer, key.pointer) }
    }
    let bytes = Array(publicKey)
    let function = try call("EVP_sha256", Make.self) { $0() }
    var hash = [UInt8](repeating: 0, count: 32)
    try perform("EVP_Digest", Digest.self) { $0(bytes, bytes.count, &hash, nil, function, nil) }
    return Data(hash)
  }
}
