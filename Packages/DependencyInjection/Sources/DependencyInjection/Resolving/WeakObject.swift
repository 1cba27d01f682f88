/// A reference that doesn't keep its object.
struct WeakObject {
  weak var object: AnyObject?
}
