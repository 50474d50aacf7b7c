// The servers of these tests get a database on the PostgreSQL and the Redis that jest has started.
process.env.DIPPER_TEST_BACKEND = 'services';
