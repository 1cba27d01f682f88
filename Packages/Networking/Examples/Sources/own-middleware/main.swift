import Foundation
import LoopbackServer
import Networking

struct OrdersAPI: ServiceAPI {
  let baseURL: URL
}

struct OpenOrders: Endpoint {
  typealias API = OrdersAPI
  typealias Response = [Int]
  var path: EndpointPath { "orders" }
}

/// Middleware that signs every request, including retries.
struct Signing: Middleware {
  let key: String

  func intercept(_ request: HTTPRequest, next: any Transport) async throws(NetworkError) -> HTTPResponse {
    var request = request
    guard request.headers.append("X-Signature", "\(key)-\(request.method)") else {
      throw .invalidRequest(reason: "the signature contains a line break")
    }
    return try await next.send(request)
  }
}

// The first response is an error that leads to a retry.
let script = ScriptedResponses([.status(503), .json([17, 42])])
let server = try LoopbackServer(handler: script.handler)
defer { server.stop() }

var stack = MiddlewareStack.standard
stack.logger = RequestLogger { event in print(event) }
let client = APIClient(
  api: OrdersAPI(baseURL: server.url),
  transport: try SystemTransport.make(),
  middleware: stack.middleware + [Signing(key: "demo")]
)
print(try await client.send(OpenOrders()))
print("Signatures: \(script.requests.compactMap { $0.headers["X-Signature"] })")
