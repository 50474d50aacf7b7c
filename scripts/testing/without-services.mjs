/** Jest's globalTeardown for the project on PostgreSQL and Redis. */
export default async function teardown() {
  const { stopServices } = /** @type {{ stopServices?: () => Promise<void> }} */ (globalThis);
  await stopServices?.();
}
