/** Stands in for the imported URL of an asset, because tests run without a build. */
export default '/assets/a-file';
