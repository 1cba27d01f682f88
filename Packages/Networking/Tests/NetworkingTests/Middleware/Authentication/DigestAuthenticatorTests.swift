import Foundation
import LoopbackServer
import NetworkingTesting
import Testing

@testable import Networking

@Suite("Digest authentication")
struct DigestAuthenticatorTests {
  private static let realm = "http-auth@example.org"
  private static let nonce = "7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v"

  /// Returns the challenge in RFC 7616, section 3.9.1.
  private static func challenge(_ algorithm: String?, _ more: String = "") -> String {
    let name = algorithm.map { "algorithm=\($0), " } ?? ""
    return
      #"Digest realm="\#(realm)", qop="auth, auth-int", \#(name)nonce="\#(nonce)", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"\#(more)"#
  }

  private func authenticator(
    user: String = "Mufasa",
    password: String = "Circle of Life",
    allowsMD5: Bool = true
  ) -> DigestAuthenticator {
    DigestAuthenticator(for: .test("http://www.example.org/"), user: user, password: password, allowsMD5: allowsMD5) {
      "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ"
    }
  }

  /// Creates a service that challenges every request without credentials.
  private func service(_ challenges: String..., accepting status: Int = 200) -> StubTransport {
    StubTransport { request in
      guard !request.headers.contains(.authorization) else { return .status(status, url: request.url) }
      var response = HTTPResponse.status(401, url: request.url)
      for challenge in challenges { response.headers.append("WWW-Authenticate", challenge) }
      return response
    }
  }

  private func parameter(_ name: String, of request: HTTPRequest?) -> String? {
    AuthenticationChallenges.parse([request?.headers[.authorization] ?? ""]).first?.parameters[name]
  }

  @Test(
    "computes the example responses in RFC 7616",
    arguments: [
      ("SHA-256", "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"),
      ("MD5", "8ca523f5e9506fed4657c9700eebdbec"), (nil, "8ca523f5e9506fed4657c9700eebdbec"),
      ("sha-256", "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"),
    ] as [(String?, String)]
  )
  func answersExamples(algorithm: String?, expected: String) async throws {
    let transport = service(Self.challenge(algorithm))
    let response = try await authenticator().send(.get("http://www.example.org/dir/index.html"), to: transport)
    #expect(response.status == .ok)
    #expect(transport.requests.count == 2)
    let sent = transport.requests.last
    #expect(parameter("response", of: sent) == expected)
    #expect(parameter("username", of: sent) == "Mufasa")
    #expect(parameter("realm", of: sent) == Self.realm)
    #expect(parameter("uri", of: sent) == "/dir/index.html")
    #expect(parameter("nc", of: sent) == "00000001")
    #expect(parameter("qop", of: sent) == "auth")
    #expect(parameter("opaque", of: sent) == "FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS")
    #expect((parameter("algorithm", of: sent) != nil) == (algorithm != nil))
  }

  @Test(
    "computes the example MD5 hashes in RFC 1321",
    arguments: [
      ("", "d41d8cd98f00b204e9800998ecf8427e"), ("abc", "900150983cd24fb0d6963f7d28e17f72"),
      (
        "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
        "57edf4a22be3c955ac49da2e2107b67a"
      ),
    ]
  )
  func hashes(text: String, expected: String) { #expect(MD5.hexadecimalDigest(of: text) == expected) }

  @Test("prefers SHA-256, and uses MD5 only if permitted")
  func choosesAlgorithms() async throws {
    let both = service(Self.challenge("MD5"), "Basic realm=\"x\", " + Self.challenge("SHA-256"))
    _ = try await authenticator().send(.get("http://www.example.org/"), to: both)
    #expect(parameter("algorithm", of: both.requests.last) == "SHA-256")
    let old = service(Self.challenge("MD5"))
    let response = try await authenticator(allowsMD5: false).send(.get("http://www.example.org/"), to: old)
    #expect(response.status == .unauthorized)
    #expect(old.requests.count == 1)
  }

  @Test("reuses a challenge with an increasing count, and responds to a stale challenge")
  func reusesChallenges() async throws {
    let phase = Shared(0)
    let transport = StubTransport { request in
      let isStale = phase.update {
        $0 += 1; return $0 == 4
      }
      if request.headers.contains(.authorization), !isStale { return .status(200, url: request.url) }
      return .status(
        401,
        ["WWW-Authenticate": Self.challenge("SHA-256", isStale ? ", stale=TRUE" : "")],
        url: request.url
      )
    }
    let authenticator = authenticator()
    for _ in 0..<3 {
      #expect(try await authenticator.send(.get("http://www.example.org/"), to: transport).status == .ok)
    }
    #expect(
      transport.requests.map { parameter("nc", of: $0) } == [nil, "00000001", "00000002", "00000003", "00000001"]
    )
  }

  @Test("returns the 401 response for a wrong password without further attempts")
  func givesUp() async throws {
    let transport = service(Self.challenge("SHA-256"), accepting: 401)
    let rejecting = StubTransport { request in
      var response = try await transport.send(request)
      response.headers["WWW-Authenticate"] = Self.challenge("SHA-256")
      return response
    }
    let authenticator = authenticator(password: "wrong")
    #expect(try await authenticator.send(.get("http://www.example.org/"), to: rejecting).status == .unauthorized)
    #expect(rejecting.requests.count == 2)
    #expect(try await authenticator.send(.get("http://www.example.org/"), to: rejecting).status == .unauthorized)
    #expect(rejecting.requests.count == 3)
  }

  @Test("forwards a request unchanged if it has another origin, its own credentials or a single-use body")
  func passes() async throws {
    let transport = service(Self.challenge("SHA-256"))
    let authenticator = authenticator()
    _ = try await authenticator.send(.get("http://other.example/"), to: transport)
    _ = try await authenticator.send(.get("http://www.example.org/", headers: [.authorization: "own"]), to: transport)
    let chunks = AsyncStream<Data> { $0.finish() }
    var upload = HTTPRequest(method: .post, url: .test("http://www.example.org/"))
    upload.body = .stream(chunks)
    #expect(try await authenticator.send(upload, to: transport).status == .unauthorized)
    #expect(transport.requests.count == 3)
    // The next request uses the challenge from that response.
    #expect(try await authenticator.send(.get("http://www.example.org/"), to: transport).status == .ok)
    #expect(transport.requests.count == 4)
  }

  @Test("encodes user names, realms and targets")
  func encodes() async throws {
    let challenge = #"Digest realm="a \"b\" \\c", nonce=abc, userhash=true, qop=auth, algorithm=SHA-256-sess"#
    let transport = service(challenge)
    _ = try await authenticator().send(.get("http://www.example.org?a=b%20c"), to: transport)
    let sent = transport.requests.last
    #expect(parameter("realm", of: sent) == #"a "b" \c"#)
    #expect(parameter("uri", of: sent) == "/?a=b%20c")
    #expect(parameter("userhash", of: sent) == "true")
    #expect(parameter("username", of: sent) == SHA256.digest(of: #"Mufasa:a "b" \c"#).hexadecimal)
    #expect(parameter("algorithm", of: sent) == "SHA-256-sess")
    let other = service(Self.challenge("SHA-256"))
    _ = try await authenticator(user: "Zoë \"Z\"").send(.get("http://www.example.org/"), to: other)
    #expect(parameter("username*", of: other.requests.last) == "UTF-8''Zo%C3%AB%20%22Z%22")
  }

  @Test(
    "ignores malformed and unusable challenges",
    arguments: [
      "", "Digest", "Digest realm=x", "Digest nonce=x", "Digest realm=x, nonce=y, algorithm=SHA-512-256",
      "Digest realm=x, nonce=y, qop=auth-int", "Digest realm=x, nonce=y, nonce=z", "Digest realm=x, nonce=y, =z",
      "Digest realm=x, nonce=, algorithm=MD5", "Basic realm=x", "realm=x, nonce=y", "Digest realm=\"x, nonce=y",
      "Negotiate abc==, Digest realm", "Digest realm=x nonce=y", "Digest realm=x, nonce=y, algorithm=-sess",
    ]
  )
  func ignores(challenge: String) async throws {
    let transport = service(challenge)
    #expect(try await authenticator().send(.get("http://www.example.org/"), to: transport).status == .unauthorized)
    #expect(transport.requests.count == 1)
  }

  @Test("finds a digest challenge among other challenges, on one line or several")
  func findsChallenges() {
    let fields = [
      #"Negotiate, Bearer realm="a, Digest nonce=\"x\"", error="e""#,
      #"NTLM abc==, digest Realm = "r" , NONCE="n" ,algorithm=SHA-256,, qop="auth""#,
    ]
    let challenges = AuthenticationChallenges.parse(fields)
    #expect(challenges.map(\.scheme) == ["negotiate", "bearer", "ntlm", "digest"])
    #expect(challenges.last?.parameters == ["realm": "r", "nonce": "n", "algorithm": "SHA-256", "qop": "auth"])
  }

  @Test("never crashes on any authentication challenge")
  func survivesAnything() {
    var random = SeededGenerator(seed: 31)
    let pieces = [
      "Digest ", "realm=", "nonce=", "\"", ",", " ", "=", "\\", "x", "qop=auth", "algorithm=SHA-256", "é", "\t",
    ]
    for _ in 0..<LongTests.inputs {
      let text = (0..<Int.random(in: 0...14, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
        .joined()
      var headers = HTTPFields()
      headers.append("WWW-Authenticate", text)
      guard let challenge = DigestChallenge.best(in: headers, allowsMD5: true) else { continue }
      let answer = challenge.answer(
        to: .get,
        .test("http://host/"),
        by: DigestCredentials(user: "u", password: "p"),
        count: 1,
        clientNonce: "c"
      )
      // The response can be parsed again.
      #expect(AuthenticationChallenges.parse([answer]).first?.parameters["nonce"] == challenge.nonce, "\(text)")
    }
  }

  @Test("authenticates over a real connection, and redacts the password in dumps")
  func worksOverSockets() async throws {
    let server = try LoopbackServer { request in
      request.headers["Authorization"]?.hasPrefix("Digest username=\"me\"") == true
        ? .text("hello")
        : ServerResponse(
          status: 401,
          headers: ["WWW-Authenticate": Self.challenge("SHA-256")],
          body: .bytes(Data("no".utf8))
        )
    }
    defer { server.stop() }
    var stack = MiddlewareStack.standard
    let authenticator = DigestAuthenticator(for: server.url, user: "me", password: "secret-word")
    stack.perHop = [authenticator]
    let chain = try SystemTransport.make().wrapped(in: stack.middleware)
    #expect(try await chain.send(HTTPRequest(url: server.url)).body.collect(upTo: 10) == Data("hello".utf8))
    var text = ""
    dump(authenticator, to: &text)
    #expect(!text.contains("secret-word"))
  }
}
