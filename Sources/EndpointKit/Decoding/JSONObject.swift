extension JSON {
    /// The members of an object, in the order in which they were added.
    public struct Object: Hashable, Sendable {
        public private(set) var keys: [String] = []
        private var values: [String: JSON] = [:]

        public init() {}

        public var count: Int { keys.count }

        /// A value for a new key goes to the end; nil takes the member out.
        public subscript(key: String) -> JSON? {
            get { values[key] }
            set {
                let isNew = values[key] == nil
                values[key] = newValue
                if isNew, newValue != nil { keys.append(key) }
                if !isNew, newValue == nil { keys.removeAll { $0 == key } }
            }
        }

        public static func == (left: Object, right: Object) -> Bool { left.values == right.values }
        public func hash(into hasher: inout Hasher) { hasher.combine(values) }
    }
}

extension JSON.Object: RandomAccessCollection {
    public var startIndex: Int { 0 }
    public var endIndex: Int { keys.count }
    public subscript(position: Int) -> (key: String, value: JSON) { (keys[position], values[keys[position]] ?? .null) }
}
