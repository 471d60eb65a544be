// Gives OpenCombine the name of the module that Apple's platforms have.
@_exported public import OpenCombine
