export default async function teardown() {
  const { stopServices } = /** @type {{ stopServices?: () => Promise<void> }} */ (globalThis);
  await stopServices?.();
}
