// Generated from petshop.json. A changed file isn't overwritten: write extensions in files of your own.
public import EndpointKit

/// Pets, and what is known about them.
nonisolated public enum PetsEndpoint: RoutedEndpoint {
    case list(
        xRequestID: String?, status: [PetStatus]?, sort: PetSort?, bornAfter: Date?, filterName: String?, filterMaxPrice: Double?,
        tag: [String]?, limit: Int?
    )
    case add(NewPet, xRequestID: String?)
    case get(id: Int)
    case change(id: Int, ChangePetBody?)
    case remove(id: Int)
    case getPhoto(petID: Int)
    case setPhoto(petID: Int, Data)

    public var route: Route {
        switch self {
        case .list(let xRequestID, let status, let sort, let bornAfter, let filterName, let filterMaxPrice, let tag, let limit):
            .get(
                "pets",
                query: [
                    "status": .commaSeparated(status ?? []), "sort": sort, "born_after": bornAfter, "filter[name]": filterName,
                    "filter[max_price]": filterMaxPrice, "tag": tag, "limit": limit,
                ],
                headers: ["X-Request-ID": xRequestID])
        case .add(let newPet, let xRequestID): .post("pets", headers: ["X-Request-ID": xRequestID], body: .json(newPet))
        case .get(let id): .get("pets/\(id)")
        case .change(let id, let body): .patch("pets/\(id)", headers: ["Content-Type": "application/merge-patch+json"], body: .json(body))
        case .remove(let id): .delete("pets/\(id)")
        case .getPhoto(let petID): .get("pets/\(petID)/photo")
        case .setPhoto(let petID, let body): .put("pets/\(petID)/photo", body: HTTPBodyEntity.data(body, contentType: "image/png"))
        }
    }

    public var credentials: [CredentialUse] {
        switch self {
        case .list: [.optional]
        case .add, .get, .change, .getPhoto, .setPhoto: [.standard]
        case .remove: [.standard, .named("admin_key")]
        }
    }

    public var json: JSONConvention? { PetShopClient.json }

    public func decisions(from standard: [any ResponseDecision]) -> [any ResponseDecision] {
        let errors: ErrorTypes =
            switch self {
            case .list, .get: [.any: PetShopError.self]
            case .add: [.status(422): Refusal.self, .any: PetShopError.self]
            default: [:]
            }
        return standard.replacing(BadStatusDecision.self, with: BadStatusDecision(decoding: errors))
    }
}

extension PetShopClient {
    /// Lists pets, the newest first.
    public func listPets(
        xRequestID: String? = nil, status: [PetStatus]? = nil, sort: PetSort? = nil, bornAfter: Date? = nil, filterName: String? = nil,
        filterMaxPrice: Double? = nil, tag: [String]? = nil, limit: Int? = nil
    ) -> Call<PetList> {
        call(
            PetsEndpoint.list(
                xRequestID: xRequestID, status: status, sort: sort, bornAfter: bornAfter, filterName: filterName,
                filterMaxPrice: filterMaxPrice, tag: tag, limit: limit
            ))
    }
    /// Adds a pet.
    public func addPet(_ newPet: NewPet, xRequestID: String? = nil) -> Call<Pet> { call(PetsEndpoint.add(newPet, xRequestID: xRequestID)) }
    public func getPet(id: Int) -> Call<Pet?> { call(PetsEndpoint.get(id: id)) }
    /// Changes what is given.
    public func changePet(id: Int, _ body: ChangePetBody? = nil) -> Call<Pet> { call(PetsEndpoint.change(id: id, body)) }
    @available(*, deprecated)
    public func removePet(id: Int) -> Call<Void> { call(PetsEndpoint.remove(id: id)) }
    public func getPhoto(petID: Int) -> Call<Data> { data(PetsEndpoint.getPhoto(petID: petID)) }
    public func setPhoto(petID: Int, _ body: Data) -> Call<Void> { call(PetsEndpoint.setPhoto(petID: petID, body)) }
}
