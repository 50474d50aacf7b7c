/** Jest's globalTeardown of the project that runs on PostgreSQL and Redis. */
export default async function teardown() {
  const { stopServices } = /** @type {{ stopServices?: () => Promise<void> }} */ (globalThis);
  await stopServices?.();
}
