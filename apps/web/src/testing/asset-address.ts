/** What an import of a file's address is in tests, where nothing is built. */
export default '/assets/a-file';
