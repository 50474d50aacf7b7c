/** Stands in for the imported URL of an asset, as tests run without a build. */
export default '/assets/a-file';
