// Only this file chooses the Foundation. On Linux the essentials (URL, Data, Date, JSONDecoder) start faster and are all that is needed.
// They are re-exported because this module's signatures use their types.
#if canImport(FoundationEssentials)
    @_exported public import FoundationEssentials
#else
    @_exported public import Foundation
#endif
