// @ts-check
const { TestEnvironment } = require('jest-environment-node');
const { shared } = require('./shared-environment.cjs');

module.exports = shared(TestEnvironment);
