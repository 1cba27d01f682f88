import Foundation
import Networking

/// `GET` of a photo, which is stored for ever whatever the answer's header fields say.
struct PhotoEndpoint: Endpoint {
  typealias API = PhotoAPI
  typealias Response = Data

  let urgency: PhotoUrgency

  var path: EndpointPath { "" }

  var context: MessageContext {
    var context = MessageContext()
    context[CachePolicy.self] = .forever
    context[RequestPriority.self] = urgency == .content ? .interactive : .prefetch
    return context
  }
}
