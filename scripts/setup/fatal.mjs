/** Something the person has to know and we cannot mend: printed as it is, without a stack. */
export class Fatal extends Error {}

/**
 * Runs a script's main function: a {@link Fatal} ends the process with its sentence and 1.
 * @param {() => Promise<void>} main
 */
export async function runMain(main) {
  try {
    await main();
  } catch (error) {
    console.error(error instanceof Fatal ? error.message : error);
    process.exit(1);
  }
}
