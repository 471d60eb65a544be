#ifndef SPAWNING_TEST_PROCESS_H
#define SPAWNING_TEST_PROCESS_H

/// Whether this process runs tests, including exit tests, and isn't a program that only shares the tests' support code.
int spawning_is_test_process(void);

#endif
