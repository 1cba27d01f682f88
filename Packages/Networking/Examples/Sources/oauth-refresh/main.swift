import Foundation
import LoopbackServer
import Networking

struct AccountAPI: ServiceAPI {
  let baseURL: URL
}

struct Profile: Endpoint {
  typealias API = AccountAPI
  struct Response: Decodable, Sendable { let name: String }
  var path: EndpointPath { "profile" }
}

/// Exchanges a refresh token for a new access token (RFC 6749, section 6).
struct RefreshToken: Endpoint {
  typealias API = AccountAPI
  struct Response: Decodable, Sendable {
    let accessToken: String
    let lifetime: Int

    private enum CodingKeys: String, CodingKey {
      case accessToken = "access_token"
      case lifetime = "expires_in"
    }
  }

  let token: String
  var method: HTTPMethod { .post }
  var path: EndpointPath { "token" }

  func body() throws(NetworkError) -> RequestBody? {
    .form([
      URLQueryItem(name: "grant_type", value: "refresh_token"),
      URLQueryItem(name: "refresh_token", value: token),
    ])
  }
}

// The service accepts only the access token "new".
let server = try LoopbackServer { request in
  switch request.path {
  case "/token": .json(Data(#"{"access_token": "new", "expires_in": 3600}"#.utf8))
  case "/profile" where request.headers["Authorization"] == "Bearer new": .json(["name": "Ada"])
  default: .status(401).header("WWW-Authenticate", "Bearer")
  }
}
defer { server.stop() }

let api = AccountAPI(baseURL: server.url)
let transport = try SystemTransport.make()
// The client for token requests has no authenticator.
let tokens = APIClient(api: api, transport: transport)

struct InvalidToken: Error {}
var stack = MiddlewareStack.standard
// Otherwise, equal requests would share one response, and the example would send only one request.
stack.coalescer = nil
stack.authenticator = Authenticator(for: server.url, credential: .bearer("expired")) { _ in
  print("Refreshing the token.")
  let response = try await tokens.send(RefreshToken(token: "refresh-me"))
  let expiry = Date(timeIntervalSinceNow: TimeInterval(response.lifetime))
  guard let credential = Credential.bearer(response.accessToken, expiry: expiry) else { throw InvalidToken() }
  return credential
}
let client = APIClient(api: api, transport: transport, stack: stack)

// All three requests are rejected, but the token is refreshed only once.
async let first = client.send(Profile()).name
async let second = client.send(Profile()).name
async let third = client.send(Profile()).name
print(try await [first, second, third])
