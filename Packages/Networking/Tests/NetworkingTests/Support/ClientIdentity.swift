#if os(Linux)
import Foundation
import Testing

@testable import LoopbackServer

/// A client certificate in several forms; the passphrase is `secret`.
struct ClientIdentity {
  let certificate: Data
  let key: Data
  let encryptedKey: Data
  let archive: Data

  init(_ tls: ServerTLS) throws {
    typealias Pointer = OpenSSL.Pointer
    typealias WriteKey =
      @convention(c) (
        Pointer?, Pointer?, Pointer?, OpenSSL.Text, Int32, Pointer?, OpenSSL.Text
      ) -> Int32
    typealias MakeArchive =
      @convention(c) (
        OpenSSL.Text, OpenSSL.Text, Pointer?, Pointer?, Pointer?, Int32, Int32, Int32, Int32, Int32
      ) -> Pointer?
    let (openSSL, client) = (tls.openSSL, tls.client)
    certificate = try openSSL.pem(of: client.certificate)
    key = try openSSL.pem(ofKey: client.key)
    let cipher = try openSSL.call("EVP_aes_256_cbc", OpenSSL.Make.self) { $0() }
    encryptedKey = try openSSL.data { buffer throws(LoopbackServerError) in
      try openSSL.perform("PEM_write_bio_PKCS8PrivateKey", WriteKey.self) {
        $0(buffer, client.key.pointer, cipher, nil, 0, nil, "secret")
      }
    }
    let archive = try openSSL.make("PKCS12_create", MakeArchive.self, freedBy: "PKCS12_free") {
      $0("secret", nil, client.key.pointer, client.certificate.pointer, nil, 0, 0, 0, 0, 0)
    }
    self.archive = try openSSL.data { buffer throws(LoopbackServerError) in
      try openSSL.perform("i2d_PKCS12_bio", OpenSSL.Combine.self) { $0(buffer, archive.pointer) }
    }
  }
}
#endif
