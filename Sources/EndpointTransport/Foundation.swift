// The one place that says which Foundation this is. On Linux the essentials start faster and are all that is used:
// URL, Data, Date, JSONDecoder. Re-exported, because those types are part of this module's own signatures.
#if canImport(FoundationEssentials)
    @_exported public import FoundationEssentials
#else
    @_exported public import Foundation
#endif
