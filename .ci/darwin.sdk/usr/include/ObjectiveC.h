#pragma once
#include "Introduced.h"
#define SWIFT_NAME(name) __attribute__((swift_name(name)))
#define SENDABLE __attribute__((swift_attr("@Sendable")))

SWIFT_NAME("NSObjectProtocol")
@protocol NSObject
@end

__attribute__((objc_root_class)) INTRODUCED(10.0, 2.0, 9.0, 2.0, 1.0)
@interface NSObject <NSObject>
- (instancetype _Nonnull)init;
@end
