/** Id of the notice that the page could not be brought to life. */
export const STUCK = 'stuck';
