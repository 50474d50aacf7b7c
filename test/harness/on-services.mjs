// Makes the servers of these tests use the PostgreSQL and Redis that Jest has started.
process.env.DIPPER_TEST_BACKEND = 'services';
