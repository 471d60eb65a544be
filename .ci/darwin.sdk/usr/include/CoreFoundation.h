#pragma once
#include "Introduced.h"
#define CF_TYPE(name, bridged) \
    typedef const struct __attribute__((objc_bridge(bridged))) __##name *name##Ref

typedef unsigned long CFTypeID;
typedef const void *CFTypeRef;
CF_TYPE(CFString, NSString);
CF_TYPE(CFData, NSData);
CF_TYPE(CFArray, NSArray);
CF_TYPE(CFDictionary, NSDictionary);
CF_TYPE(CFError, NSError);
typedef struct __attribute__((objc_bridge_mutable(NSOutputStream))) __CFWriteStream *CFWriteStreamRef;

#pragma clang assume_nonnull begin
#pragma clang arc_cf_code_audited begin
CFTypeID CFGetTypeID(CFTypeRef value) INTRODUCED(10.0, 2.0, 9.0, 2.0, 1.0);
#pragma clang arc_cf_code_audited end
#pragma clang assume_nonnull end
