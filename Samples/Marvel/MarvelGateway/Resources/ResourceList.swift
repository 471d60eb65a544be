/// The number of a resource's references to others, and the first of them.
struct ResourceList: Encodable {
    static let limit = 20

    var available: Int
    var returned: Int
    var collectionURI: String
    var items: [Item]

    struct Item: Encodable {
        var resourceURI: String
        var name: String
        var role: String?
        var type: String?
    }
}

struct Thumbnail: Encodable {
    var path: String
    var `extension`: String
}

struct PageLink: Encodable {
    var type: String
    var url: String
}
