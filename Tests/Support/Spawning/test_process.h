#ifndef SPAWNING_TEST_PROCESS_H
#define SPAWNING_TEST_PROCESS_H

/// Whether this process runs tests, those of an exit test included, and isn't a program that only shares their support.
int spawning_is_test_process(void);

#endif
