// Only this file chooses between Foundation and FoundationEssentials. On Linux, FoundationEssentials (URL, Data, Date, JSONDecoder) starts
// faster and is all that is needed. The module is re-exported because this module's signatures use its types.
#if canImport(FoundationEssentials)
    @_exported public import FoundationEssentials
#else
    @_exported public import Foundation
#endif
