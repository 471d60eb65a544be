/// The types for which a container has its own function, and calls to these functions. Generic code would call the generic function.
public enum ScalarKind: String, CaseIterable, Sendable {
    case bool, string, double, float, int, int8, int16, int32, int64, int128, uint, uint8, uint16, uint32, uint64, uint128

    public var type: any Decodable.Type {
        switch self {
        case .bool: Bool.self
        case .string: String.self
        case .double: Double.self
        case .float: Float.self
        case .int: Int.self
        case .int8: Int8.self
        case .int16: Int16.self
        case .int32: Int32.self
        case .int64: Int64.self
        case .int128: Int128.self
        case .uint: UInt.self
        case .uint8: UInt8.self
        case .uint16: UInt16.self
        case .uint32: UInt32.self
        case .uint64: UInt64.self
        case .uint128: UInt128.self
        }
    }

    public func value(in container: KeyedDecodingContainer<AnyKey>, forKey key: AnyKey) throws -> Any {
        switch self {
        case .bool: try container.decode(Bool.self, forKey: key)
        case .string: try container.decode(String.self, forKey: key)
        case .double: try container.decode(Double.self, forKey: key)
        case .float: try container.decode(Float.self, forKey: key)
        case .int: try container.decode(Int.self, forKey: key)
        case .int8: try container.decode(Int8.self, forKey: key)
        case .int16: try container.decode(Int16.self, forKey: key)
        case .int32: try container.decode(Int32.self, forKey: key)
        case .int64: try container.decode(Int64.self, forKey: key)
        case .int128: try container.decode(Int128.self, forKey: key)
        case .uint: try container.decode(UInt.self, forKey: key)
        case .uint8: try container.decode(UInt8.self, forKey: key)
        case .uint16: try container.decode(UInt16.self, forKey: key)
        case .uint32: try container.decode(UInt32.self, forKey: key)
        case .uint64: try container.decode(UInt64.self, forKey: key)
        case .uint128: try container.decode(UInt128.self, forKey: key)
        }
    }

    public func valueIfPresent(in container: KeyedDecodingContainer<AnyKey>, forKey key: AnyKey) throws -> Any? {
        switch self {
        case .bool: try container.decodeIfPresent(Bool.self, forKey: key)
        case .string: try container.decodeIfPresent(String.self, forKey: key)
        case .double: try container.decodeIfPresent(Double.self, forKey: key)
        case .float: try container.decodeIfPresent(Float.self, forKey: key)
        case .int: try container.decodeIfPresent(Int.self, forKey: key)
        case .int8: try container.decodeIfPresent(Int8.self, forKey: key)
        case .int16: try container.decodeIfPresent(Int16.self, forKey: key)
        case .int32: try container.decodeIfPresent(Int32.self, forKey: key)
        case .int64: try container.decodeIfPresent(Int64.self, forKey: key)
        case .int128: try container.decodeIfPresent(Int128.self, forKey: key)
        case .uint: try container.decodeIfPresent(UInt.self, forKey: key)
        case .uint8: try container.decodeIfPresent(UInt8.self, forKey: key)
        case .uint16: try container.decodeIfPresent(UInt16.self, forKey: key)
        case .uint32: try container.decodeIfPresent(UInt32.self, forKey: key)
        case .uint64: try container.decodeIfPresent(UInt64.self, forKey: key)
        case .uint128: try container.decodeIfPresent(UInt128.self, forKey: key)
        }
    }

    public func next(in container: inout any UnkeyedDecodingContainer) throws -> Any {
        switch self {
        case .bool: try container.decode(Bool.self)
        case .string: try container.decode(String.self)
        case .double: try container.decode(Double.self)
        case .float: try container.decode(Float.self)
        case .int: try container.decode(Int.self)
        case .int8: try container.decode(Int8.self)
        case .int16: try container.decode(Int16.self)
        case .int32: try container.decode(Int32.self)
        case .int64: try container.decode(Int64.self)
        case .int128: try container.decode(Int128.self)
        case .uint: try container.decode(UInt.self)
        case .uint8: try container.decode(UInt8.self)
        case .uint16: try container.decode(UInt16.self)
        case .uint32: try container.decode(UInt32.self)
        case .uint64: try container.decode(UInt64.self)
        case .uint128: try container.decode(UInt128.self)
        }
    }

    public func nextIfPresent(in container: inout any UnkeyedDecodingContainer) throws -> Any? {
        switch self {
        case .bool: try container.decodeIfPresent(Bool.self)
        case .string: try container.decodeIfPresent(String.self)
        case .double: try container.decodeIfPresent(Double.self)
        case .float: try container.decodeIfPresent(Float.self)
        case .int: try container.decodeIfPresent(Int.self)
        case .int8: try container.decodeIfPresent(Int8.self)
        case .int16: try container.decodeIfPresent(Int16.self)
        case .int32: try container.decodeIfPresent(Int32.self)
        case .int64: try container.decodeIfPresent(Int64.self)
        case .int128: try container.decodeIfPresent(Int128.self)
        case .uint: try container.decodeIfPresent(UInt.self)
        case .uint8: try container.decodeIfPresent(UInt8.self)
        case .uint16: try container.decodeIfPresent(UInt16.self)
        case .uint32: try container.decodeIfPresent(UInt32.self)
        case .uint64: try container.decodeIfPresent(UInt64.self)
        case .uint128: try container.decodeIfPresent(UInt128.self)
        }
    }

    public func value(in container: any SingleValueDecodingContainer) throws -> Any {
        switch self {
        case .bool: try container.decode(Bool.self)
        case .string: try container.decode(String.self)
        case .double: try container.decode(Double.self)
        case .float: try container.decode(Float.self)
        case .int: try container.decode(Int.self)
        case .int8: try container.decode(Int8.self)
        case .int16: try container.decode(Int16.self)
        case .int32: try container.decode(Int32.self)
        case .int64: try container.decode(Int64.self)
        case .int128: try container.decode(Int128.self)
        case .uint: try container.decode(UInt.self)
        case .uint8: try container.decode(UInt8.self)
        case .uint16: try container.decode(UInt16.self)
        case .uint32: try container.decode(UInt32.self)
        case .uint64: try container.decode(UInt64.self)
        case .uint128: try container.decode(UInt128.self)
        }
    }
}
