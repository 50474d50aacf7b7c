import { ZIP_MESSAGES } from '@dipper/contract';

/** The sentences of the text files in a zip, which the server writes. */
export default ZIP_MESSAGES;
