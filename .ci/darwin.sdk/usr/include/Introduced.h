// The versions that introduced the declarations that follow, in the order of Package.swift.
#pragma once
#define INTRODUCED(mac, phone, tv, watch, vision) \
    __attribute__((availability(macos, introduced = mac))) __attribute__((availability(ios, introduced = phone))) \
    __attribute__((availability(tvos, introduced = tv))) __attribute__((availability(watchos, introduced = watch))) \
    __attribute__((availability(xros, introduced = vision)))
