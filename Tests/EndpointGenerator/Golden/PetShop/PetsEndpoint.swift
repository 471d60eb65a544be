// Generated from petshop.json. A changed file isn't overwritten: write extensions in files of your own.
public import EndpointKit

/// Pets, and what is known about them.
nonisolated public enum PetsEndpoint: RoutedEndpoint {
    case listPets(
        xRequestID: String?, status: [PetStatus]?, sort: PetSort?, bornAfter: Date?, filterName: String?, filterMaxPrice: Double?,
        tag: [String]?, limit: Int?
    )
    case addPet(NewPet, xRequestID: String?)
    case getPet(petId: Int)
    case changePet(petId: Int, ChangePetBody?)
    case removePet(petId: Int)
    case getPhoto(petId: Int)
    case setPhoto(petId: Int, Data)

    public var route: Route {
        switch self {
        case .listPets(let xRequestID, let status, let sort, let bornAfter, let filterName, let filterMaxPrice, let tag, let limit):
            .get(
                "pets",
                query: [
                    "status": .commaSeparated(status ?? []), "sort": sort, "born_after": bornAfter, "filter[name]": filterName,
                    "filter[max_price]": filterMaxPrice, "tag": tag, "limit": limit,
                ],
                headers: ["X-Request-ID": xRequestID])
        case .addPet(let newPet, let xRequestID): .post("pets", headers: ["X-Request-ID": xRequestID], body: .json(newPet))
        case .getPet(let petId): .get("pets/\(petId)")
        case .changePet(let petId, let changePetBody):
            .patch("pets/\(petId)", headers: ["Content-Type": "application/merge-patch+json"], body: .json(changePetBody))
        case .removePet(let petId): .delete("pets/\(petId)")
        case .getPhoto(let petId): .get("pets/\(petId)/photo")
        case .setPhoto(let petId, let body): .put("pets/\(petId)/photo", body: HTTPBodyEntity.data(body, contentType: "image/png"))
        }
    }

    public var credentials: [CredentialUse] {
        switch self {
        case .listPets: [.optional]
        case .addPet, .getPet, .changePet, .getPhoto, .setPhoto: [.standard]
        case .removePet: [.standard, .named("admin_key")]
        }
    }

    public var json: JSONConvention? { PetShopClient.json }

    public func decisions(from standard: [any ResponseDecision]) -> [any ResponseDecision] {
        let errors: ErrorTypes =
            switch self {
            case .listPets, .getPet: [.any: PetShopError.self]
            case .addPet: [.status(422): Refusal.self, .any: PetShopError.self]
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
            PetsEndpoint.listPets(
                xRequestID: xRequestID, status: status, sort: sort, bornAfter: bornAfter, filterName: filterName,
                filterMaxPrice: filterMaxPrice, tag: tag, limit: limit
            ))
    }
    /// Adds a pet.
    public func addPet(_ newPet: NewPet, xRequestID: String? = nil) -> Call<Pet> {
        call(PetsEndpoint.addPet(newPet, xRequestID: xRequestID))
    }
    public func getPet(petId: Int) -> Call<Pet?> { call(PetsEndpoint.getPet(petId: petId)) }
    /// Changes what is given.
    public func changePet(petId: Int, _ changePetBody: ChangePetBody? = nil) -> Call<Pet> {
        call(PetsEndpoint.changePet(petId: petId, changePetBody))
    }
    @available(*, deprecated)
    public func removePet(petId: Int) -> Call<Void> { call(PetsEndpoint.removePet(petId: petId)) }
    public func getPhoto(petId: Int) -> Call<Data> { data(PetsEndpoint.getPhoto(petId: petId)) }
    public func setPhoto(petId: Int, _ body: Data) -> Call<Void> { call(PetsEndpoint.setPhoto(petId: petId, body)) }
}
